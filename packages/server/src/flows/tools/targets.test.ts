import { expect, test } from 'vitest';
import type { Resolve } from '../../platform/outgoing/checkedHost.ts';
import { readTargets } from './targets.ts';

const names: Record<string, string> = { 'db.example': '10.0.0.9', 'cloud.example': '169.254.169.254' };
const resolve: Resolve = (host, _options, done) => {
  const address = names[host];
  if (address) done(null, [{ address, family: 4 }]);
  else done(new Error('not found'), []);
};
const read = (text: string, most = 64) => readTargets(text, most, resolve);

test.each([
  ['10.0.0.1, 10.0.0.2,10.0.0.1', ['10.0.0.1', '10.0.0.2']],
  ['10.0.0.250-252', ['10.0.0.250', '10.0.0.251', '10.0.0.252']],
  ['10.0.0.254-10.0.1.1', ['10.0.0.254', '10.0.0.255', '10.0.1.0', '10.0.1.1']],
  ['10.0.0.5/30', ['10.0.0.5', '10.0.0.6']],
  ['10.0.0.4/31', ['10.0.0.4', '10.0.0.5']],
  ['10.0.0.4/32', ['10.0.0.4']],
  ['db.example', ['10.0.0.9']],
  ['::1', ['::1']],
])('targets %s are addresses', async (text, addresses) => {
  expect(await read(text)).toEqual({ addresses, dropped: [], isCut: false });
});

test('what is no address, no range and no known name is dropped and named', async () => {
  const wrong = [
    '10.0.0.9-1',
    '10.0.0.1-999',
    '10.0.0.0/33',
    'nowhere.example',
    '-oProxyCommand',
    '1;id',
    '$(id)',
  ];
  expect(await read(['10.0.0.1', ...wrong].join(','))).toEqual({
    addresses: ['10.0.0.1'],
    dropped: wrong,
    isCut: false,
  });
});

test('addresses that nothing is sent to are dropped, also in ranges and behind names', async () => {
  const { addresses, dropped } = await read('169.254.169.254, cloud.example, 169.254.169.253-255, 10.0.0.1');
  expect(addresses).toEqual(['10.0.0.1']);
  expect(dropped).toEqual(['169.254.169.254', 'cloud.example', '169.254.169.253-255']);
});

test('a network that is too large is cut at the limit, at once', async () => {
  expect(await read('10.0.0.0/8', 3)).toEqual({
    addresses: ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    dropped: [],
    isCut: true,
  });
});
