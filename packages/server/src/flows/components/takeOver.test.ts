import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionFacts } from '../../../test/component.ts';
import { signedBy, signedInFull } from '../../../test/signedBy.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

type Key = { id: string; secret: string };
const terminal = '/api/v1/terminal/';
const root = '00000000-0000-0000-0000-000000000000';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

const register = async (name: string) => {
  const made = await server.browser().send('POST', `${terminal}terminal-registrations/`, {
    payload: { name, type: 'koko', comment: '' },
    headers: { authorization: 'BootstrapToken bootstrap-token-for-tests' },
  });
  expect(made.status, made.text).toBe(201);
  const { access_key: key } = (made.json as { service_account: { access_key: Key } }).service_account;
  const call = signedBy(server.app, key);
  /** A finished session whose recording was not delivered. */
  const session = async () => {
    const id = randomUUID();
    expect((await call.post(`${terminal}sessions/`, sessionFacts(id))).status).toBe(201);
    expect((await call.patch(`${terminal}sessions/${id}/`, { is_finished: true })).status).toBe(200);
    return id;
  };
  return { ...call, name, key, session };
};
type Component = Awaited<ReturnType<typeof register>>;

const remove = async ({ name }: Component) => {
  const found = (await admin.get(`${terminal}terminals/?name=${name}`)).json as { id: string }[];
  expect((await admin.delete(`${terminal}terminals/${found[0]?.id}/`)).status).toBe(204);
};
/** What a former key says of a request in the older form. */
const proofBy = (former: Key, url: string, date: string) => {
  const text = `(request-target): post ${url}\ndate: ${date}`;
  const signature = createHmac('sha256', former.secret).update(text).digest('base64');
  return `Signature keyId="${former.id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`;
};
/** Takes over a session with the proof of a former key. */
const takeOver = (by: Component, id: string, former: Key) => {
  const url = `${terminal}sessions/${id}/take-over/`;
  const date = new Date().toUTCString();
  return by.post(url, {}, { date, 'x-former-authorization': proofBy(former, url, date) });
};
const rowOf = async (id: string) =>
  (await admin.get(`${terminal}sessions/${id}/`, undefined, { 'x-jms-org': root })).json as {
    terminal: { name: string } | null;
  };

test('a component deleted and registered again delivers what it held, once it proves its former identity', async () => {
  const former = await register('gw');
  const id = await former.session();
  await remove(former);
  expect((await former.get(`${terminal}terminals/config/`)).status).toBe(401);
  const anew = await register('gw');
  const command = { ...sessionFacts(id), session: id, input: 'id', output: '', timestamp: 1_700_000_000 };
  expect((await anew.post(`${terminal}commands/`, [command])).status).toBe(404);
  const taken = await takeOver(anew, id, former.key);
  expect([taken.status, taken.json]).toEqual([200, { state: 'taken' }]);
  expect((await takeOver(anew, id, former.key)).json).toEqual({ state: 'taken' });
  expect((await anew.post(`${terminal}commands/`, [command])).status).toBe(201);
  expect((await anew.patch(`${terminal}sessions/${id}/`, { has_replay: true })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ terminal: { name: 'gw' }, has_replay: true });
  const { rows } = await server.pool.query(
    "select content from audits_activitylog where resource_id = $1 and content like '%session_taken_over%'",
    [id],
  );
  expect(rows.map(({ content }) => JSON.parse(content))).toEqual([
    { key: 'activity.session_taken_over', former: 'gw', terminal: 'gw' },
  ]);
});

test('a former key signs in full where the older form is switched off', async () => {
  const former = await register('old-form');
  const id = await former.session();
  await remove(former);
  const anew = await register('old-form');
  const url = `${terminal}sessions/${id}/take-over/`;
  const attempt = async (proofOf: (headers: Record<string, string>) => string) => {
    const headers = signedInFull(anew.key, { method: 'POST', url, body: '{}' });
    const more = { 'content-type': 'application/json', 'x-former-authorization': proofOf(headers) };
    const answer = await server.app.inject({
      ...{ method: 'POST', url, payload: '{}', headers: { ...headers, ...more } },
    });
    return answer.statusCode;
  };
  const inFull = ({ date, 'x-gatehouse-nonce': nonce }: Record<string, string>) =>
    signedInFull(former.key, { method: 'POST', url, body: '{}', date: new Date(date ?? ''), nonce })
      .authorization;
  const byDate = ({ date }: Record<string, string>) => proofBy(former.key, url, date ?? '');
  const set = async (isOn: boolean) => {
    await server.services.settings.set({ SECURITY_DATE_SIGNATURE: isOn }, server.services.db);
    await server.services.settings.reload();
  };
  await set(false);
  expect([await attempt(byDate), await attempt(inFull)]).toEqual([404, 200]);
  await set(true);
  expect(await attempt(byDate)).toBe(200);
});

test('delivered evidence cannot be changed', async () => {
  const former = await register('done');
  const id = await former.session();
  await former.patch(`${terminal}sessions/${id}/`, { has_replay: true });
  await remove(former);
  const anew = await register('done');
  expect((await takeOver(anew, id, former.key)).json).toEqual({ state: 'complete' });
  expect(await rowOf(id)).toMatchObject({ terminal: null });
  expect((await anew.patch(`${terminal}sessions/${id}/`, { has_replay: false })).status).toBe(404);
});

test('a recording is final from its last byte on, before it is announced', async () => {
  const former = await register('cut-off');
  const id = await former.session();
  const part = '--x\r\nContent-Disposition: form-data; name=';
  const file = Buffer.from(
    `${part}"version"\r\n\r\n3\r\n${part}"file"; filename="f"\r\n\r\nshown\r\n--x--\r\n`,
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const sent = await former.post(`${terminal}sessions/${id}/replay/`, file, headers);
  expect(sent.status, sent.text).toBe(201);
  expect(await rowOf(id)).toMatchObject({ has_replay: true });
  await remove(former);
  expect((await takeOver(await register('cut-off'), id, former.key)).json).toEqual({ state: 'complete' });
});

test('another component takes nothing over', async () => {
  const [former, other] = [await register('victim'), await register('other')];
  const [id, living] = [await former.session(), await other.session()];
  const beforeDeletion = await takeOver(other, id, former.key);
  await remove(former);
  const thief = await register('thief');
  const wrong = { id: former.key.id, secret: 'guessed' };
  const answers = [
    beforeDeletion,
    await takeOver(thief, id, wrong),
    await takeOver(thief, id, thief.key),
    await takeOver(thief, id, { id: randomUUID(), secret: 'x' }),
    await takeOver(thief, living, former.key),
    await takeOver(thief, randomUUID(), former.key),
    await thief.post(`${terminal}sessions/${id}/take-over/`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await rowOf(id)).toMatchObject({ terminal: null });
  expect((await admin.post(`${terminal}sessions/${id}/take-over/`, {})).status).toBe(403);
});

test('a key disabled before its component was deleted proves nothing', async () => {
  const former = await register('stolen');
  const id = await former.session();
  await server.pool.query('update authentication_accesskey set is_active = false where id = $1', [
    former.key.id,
  ]);
  await remove(former);
  expect((await takeOver(await register('stolen'), id, former.key)).status).toBe(404);
});

test('a key limited to addresses proves nothing from elsewhere', async () => {
  const [far, near] = [await register('far'), await register('near')];
  const bind = (by: Component, group: string[]) =>
    server.pool.query('update authentication_accesskey set ip_group = $2::jsonb where id = $1', [
      by.key.id,
      JSON.stringify(group),
    ]);
  const [of, here] = [await far.session(), await near.session()];
  await bind(far, ['10.9.9.9']);
  await bind(near, ['127.0.0.0/8']);
  await remove(far);
  await remove(near);
  const anew = await register('near');
  expect((await takeOver(anew, of, far.key)).status).toBe(404);
  expect((await takeOver(anew, here, near.key)).json).toEqual({ state: 'taken' });
});

test('former keys are stored sealed', async () => {
  const former = await register('sealed');
  await remove(former);
  const { rows } = await server.pool.query('select secret from terminal_formerkey where key_id = $1', [
    former.key.id,
  ]);
  expect(rows[0].secret).not.toContain(former.key.secret);
});
