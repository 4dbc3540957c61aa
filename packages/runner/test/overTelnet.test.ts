import { expect, onTestFinished, test } from 'vitest';
import { secretFor } from '../../gateway/test/gatewayFixture.ts';
import { script, startTelnetServer } from '../../gateway/test/telnetServer.ts';
import { targetFailure } from '../src/engine/targetFailure.ts';
import { overTelnet } from '../src/ways/telnet/overTelnet.ts';
import { wayDeps } from './target.ts';

const pingOn = async (serve: Parameters<typeof startTelnetServer>[0]) => {
  const { port, stop } = await startTelnetServer(serve);
  onTestFinished(stop);
  const secret = secretFor({ port, username: 'deploy' }, { account: { secret: 's3cret' } });
  const connection = {
    ...secret,
    protocol: 'telnet',
    asset: { ...secret.asset, protocols: [{ name: 'telnet', port }] },
  };
  return overTelnet(
    { kind: 'ping', system: 'any', connection },
    wayDeps({ reportHostKey: () => Promise.reject(new Error('no host keys')) }),
  ).catch((error) => {
    const { status, key } = targetFailure(error, connection);
    return [status, key];
  });
};

test('a device that asks for name and password accepts them', async () => {
  expect(await pingOn(script('Username: ', 'Password: ', '\r\nswitch#'))).toEqual({});
});

test('a device that refuses, and one that closes without a question', async () => {
  const refusing = script('login: ', 'Password: ', '\r\nLogin incorrect\r\nlogin: ');
  expect(await pingOn(refusing)).toEqual(['refused', 'machine_refused']);
  expect(await pingOn((socket) => socket.end('busy'))).toEqual(['unreachable', 'machine_no_answer']);
});

test('a device that prints without end is given up', async () => {
  const flood = await pingOn((socket) => {
    const more = () => {
      while (socket.writable && socket.write('no prompt '.repeat(10_000)));
    };
    socket.on('drain', more);
    more();
  });
  expect(flood).toEqual(['unreachable', 'machine_no_answer']);
});
