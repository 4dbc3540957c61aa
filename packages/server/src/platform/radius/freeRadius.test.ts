import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFreeRadius } from '../../../test/servers/freeRadius.ts';
import { askRadius, type RadiusChallenge } from './askRadius.ts';

const secret = 'a "shared" secret';
const long = 'ü'.repeat(64);
let radius: Awaited<ReturnType<typeof startFreeRadius>>;
beforeAll(async () => {
  radius = await startFreeRadius(secret, { anna: 'pass word', 'müller "x"': long, otp: 'first' });
});
afterAll(() => radius?.stop());

const ask = (
  username: string,
  password: string,
  over: { port?: number; secret?: string; challenge?: RadiusChallenge } = {},
) => {
  const { port = radius.ports.signed, challenge } = over;
  const server = { host: 'localhost', port, secret: over.secret ?? secret };
  return askRadius(
    { username, password, ...(challenge && { challenge }) },
    { servers: [server], patienceMs: 30_000, nasIdentifier: 'gatehouse' },
  );
};

test('FreeRADIUS accepts the right password and no other', async () => {
  expect(await ask('anna', 'pass word')).toEqual({ verdict: 'accept', messages: [] });
  expect(await ask('anna', 'pass')).toMatchObject({ verdict: 'reject' });
  expect(await ask('anna', '')).toMatchObject({ verdict: 'reject' });
  expect(await ask('unknown', 'pass word')).toMatchObject({ verdict: 'reject' });
  expect(await ask('müller "x"', long)).toMatchObject({ verdict: 'accept' });
  expect(await ask('müller "x"', long.slice(1))).toMatchObject({ verdict: 'reject' });
});

test('FreeRADIUS asks for a code and accepts it as the answer to that question only', async () => {
  const asked = await ask('otp', 'first');
  expect(asked).toMatchObject({ verdict: 'challenge', messages: ['Your code?'] });
  if (asked.verdict !== 'challenge') return;
  const { challenge } = asked;
  expect(await ask('otp', '000000', { challenge })).toMatchObject({ verdict: 'reject' });
  expect(await ask('otp', '246810')).toMatchObject({ verdict: 'reject' });
  const again = await ask('otp', 'first');
  if (again.verdict !== 'challenge') throw new Error('no challenge');
  expect(await ask('otp', '246810', { challenge: again.challenge })).toMatchObject({ verdict: 'accept' });
});

test('FreeRADIUS without a Message-Authenticator is not believed; to a wrong secret it is silent', async () => {
  const { signed, unsigned } = radius.ports;
  const brief = (server: { port: number; secret: string }) =>
    askRadius(
      { username: 'anna', password: 'pass word' },
      { servers: [{ host: '127.0.0.1', ...server }], patienceMs: 1_000, nasIdentifier: 'gatehouse' },
    ).catch(({ fault }) => fault);
  expect(
    await Promise.all([brief({ port: unsigned, secret }), brief({ port: signed, secret: 'another' })]),
  ).toEqual(['unsigned', 'no_answer']);
  expect(radius.said()).toContain('Shared secret is incorrect');
});
