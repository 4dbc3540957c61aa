import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedBy } from '../../../test/signedBy.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

type Key = { id: string; secret: string };
const terminal = '/api/v1/terminal/';
const config = `${terminal}terminals/config/`;

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer({ GATEHOUSE_LIMIT_REGISTRATION: '0' });
  admin = await server.admin();
});
afterAll(() => server.stop());

const send = (name: string, remoteAddress: string, type = 'koko') =>
  server.browser().send('POST', `${terminal}terminal-registrations/`, {
    payload: { name, type, comment: '' },
    headers: { authorization: 'BootstrapToken bootstrap-token-for-tests' },
    remoteAddress,
  });
const register = async (name: string, remoteAddress: string) => {
  const made = await send(name, remoteAddress);
  expect(made.status, made.text).toBe(201);
  const { access_key: key } = (made.json as { service_account: { access_key: Key } }).service_account;
  return { key, call: signedBy(server.app, key) };
};
const rowOf = async (name: string) =>
  ((await admin.get(`${terminal}terminals/?name=${name}`)).json as { id: string; is_active: boolean }[])[0];
const setAccount = (name: string, change: string) =>
  server.pool.query(`update users_user set ${change} where username = $1 and is_service_account`, [name]);
const setKey = (id: string, isActive: boolean) =>
  server.pool.query('update authentication_accesskey set is_active = $2 where id = $1', [id, isActive]);

type Change = (name: string, key: Key) => Promise<unknown>;
const ways: [what: string, turnOff: Change, turnOn: Change][] = [
  [
    'its account is disabled',
    (name) => setAccount(name, 'is_active = false'),
    (name) => setAccount(name, 'is_active = true'),
  ],
  [
    'its account is expired',
    (name) => setAccount(name, "date_expired = now() - interval '1 hour'"),
    (name) => setAccount(name, "date_expired = now() + interval '1 year'"),
  ],
  ['its key is disabled', (_name, { id }) => setKey(id, false), (_name, { id }) => setKey(id, true)],
];
test.each(ways)('a disabled component cannot register again: %s', async (what, turnOff, turnOn) => {
  const at = `10.4.${ways.findIndex(([way]) => way === what)}.1`;
  const name = `gw-${at}`;
  const { key, call } = await register(name, at);
  expect((await call.get(config)).status).toBe(200);
  expect(await rowOf(name)).toMatchObject({ is_active: true });

  await turnOff(name, key);
  expect(await rowOf(name)).toMatchObject({ is_active: false });
  // Not 401, to which a component responds by registering again.
  const refused = await call.get(config);
  expect([refused.status, refused.json]).toMatchObject([403, { code: 'component_disabled' }]);
  for (const answer of [
    await send(name, at),
    await send(`${name}-2f1c`, at),
    await send(`${name}-2f1c`, `::ffff:${at}`),
    await send('another-type', at, 'celery'),
  ])
    expect([answer.status, answer.json]).toMatchObject([403, { code: 'component_disabled' }]);
  expect((await send(`far-${name}`, '10.5.0.1')).status).toBe(201);

  await turnOn(name, key);
  expect((await call.get(config)).status).toBe(200);
  expect((await send(`${name}-second`, at)).status).toBe(201);
});

test('a caller without the key does not learn that the component is disabled', async () => {
  const { key } = await register('quiet', '10.6.0.1');
  await setAccount('quiet', 'is_active = false');
  const guess = signedBy(server.app, { ...key, secret: 'guessed' });
  expect((await guess.get(config)).status).toBe(401);
  const wrong = await server.browser().send('POST', `${terminal}terminal-registrations/`, {
    payload: { name: 'x', type: 'koko', comment: '' },
    headers: { authorization: 'BootstrapToken wrong' },
    remoteAddress: '10.6.0.1',
  });
  expect(wrong.status).toBe(401);
});

test('once an administrator deletes a disabled component, its address may register again', async () => {
  await register('gone', '10.7.0.1');
  await setAccount('gone', 'is_active = false');
  expect((await send('gone-2', '10.7.0.1')).status).toBe(403);
  expect((await admin.delete(`${terminal}terminals/${(await rowOf('gone'))?.id}/`)).status).toBe(204);
  expect((await send('gone-2', '10.7.0.1')).status).toBe(201);
});

const switchTo = async (name: string, way: 'enable' | 'disable', caller = admin) =>
  caller.patch(`${terminal}terminals/${(await rowOf(name))?.id}/${way}/`, {});

test('an administrator disables a component and lets it work again; both are logged', async () => {
  const { call } = await register('switched', '10.8.0.1');
  expect((await switchTo('switched', 'disable')).json).toMatchObject({ name: 'switched', is_active: false });
  expect((await call.get(config)).status).toBe(403);
  expect((await send('switched-2', '10.8.0.1')).status).toBe(403);
  expect((await switchTo('switched', 'enable')).json).toMatchObject({ is_active: true });
  expect((await call.get(config)).status).toBe(200);
  const logs = await server.pool.query(
    "select diff from audits_operatelog where resource like 'switched%' and action = 'update' order by datetime",
  );
  expect(logs.rows).toMatchObject([{ diff: { Active: ['Yes', 'No'] } }, { diff: { Active: ['No', 'Yes'] } }]);
});

test.each(ways)('enabling reaches the component also when %s', async (what, turnOff) => {
  const name = `cured-${ways.findIndex(([way]) => way === what)}`;
  const { key, call } = await register(name, '10.9.0.1');
  await turnOff(name, key);
  expect((await call.get(config)).status).toBe(403);
  await switchTo(name, 'enable');
  expect((await call.get(config)).status).toBe(200);
});
