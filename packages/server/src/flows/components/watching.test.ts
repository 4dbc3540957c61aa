import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { visitorMark } from '../connect/visitor.ts';
import { seedBuiltins } from '../firstStart/seed.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  await seedBuiltins(api.services.db);
});
afterAll(() => api.stop());

test('a gateway learns who watches only from the mark of the user the server let through', async () => {
  const gateway = await registerComponent(api, '[KoKo]-watched');
  const session_id = await gateway.session();
  const validate = (body: object) => gateway.post('/api/v1/terminal/sessions/join/validate/', body);
  const dora = await api.as({ superuser: true }).post('/api/v1/users/users/', {
    name: 'Dora',
    username: 'dora',
    email: 'dora@example.com',
    password_strategy: 'custom',
    password: 'Right-password-1',
    system_roles: [builtinRoles.systemAdmin.id],
  });
  expect(dora.status).toBe(201);
  const { id: user_id } = dora.json as { id: string };
  const visitor = visitorMark({ user: user_id }, api.services.vault);
  expect((await validate({ session_id, user_id })).json).toEqual({ ok: true, msg: '' });
  expect((await validate({ session_id, user_id, visitor })).json).toEqual({
    ok: true,
    msg: '',
    user: 'Dora(dora)',
  });
  const stolen = visitorMark({ user: randomUUID() }, api.services.vault);
  for (const wrong of [stolen, '', null])
    expect(await validate({ session_id, user_id, visitor: wrong })).toMatchObject({
      status: 401,
      json: { ok: false, msg: 'You do not have permission for this operation.' },
    });
});

test('a gateway learns why a session cannot be monitored', async () => {
  const [gateway, other] = [await registerComponent(api, 'asks'), await registerComponent(api, 'holds')];
  const { rows } = await api.pool.query("select id from users_user where username = 'dora'");
  const user_id = String(rows[0]?.id);
  const refusal = async (body: object) => {
    const { status, json } = await gateway.post('/api/v1/terminal/sessions/join/validate/', {
      user_id,
      ...body,
    });
    const { ok, msg } = json as { ok: boolean; msg: string };
    return [status, ok, msg];
  };
  const invalid = [401, false, 'This is not a valid id.'];
  expect(await refusal({ session_id: 'x' })).toEqual(invalid);
  expect(await refusal({ session_id: randomUUID(), user_id: 'x' })).toEqual(invalid);
  const unknown = [401, false, 'The object does not exist.'];
  expect(await refusal({ session_id: randomUUID() })).toEqual(unknown);
  expect(await refusal({ session_id: await other.session() })).toEqual(unknown);
  const over = [401, false, 'This session has ended or cannot be monitored.'];
  expect(await refusal({ session_id: await gateway.session({ type: 'tunnel' }) })).toEqual(over);
  const ended = await gateway.session();
  await gateway.patch(`/api/v1/terminal/sessions/${ended}/`, { is_finished: true });
  expect(await refusal({ session_id: ended })).toEqual(over);
  const running = { session_id: await gateway.session() };
  const forbidden = [401, false, 'You do not have permission for this operation.'];
  expect(await refusal({ ...running, visitor: 'x'.repeat(43) })).toEqual(forbidden);
  expect(await refusal({ ...running, user_id: randomUUID() })).toEqual(forbidden);
  expect(await refusal(running)).toEqual([200, true, '']);
});

test('the activity of a session shows what its gateway reported', async () => {
  const gateway = await registerComponent(api, 'reports');
  const id = await gateway.session();
  const report = (body: object) => gateway.post(`/api/v1/terminal/sessions/${id}/lifecycle_log/`, body);
  const noted = await report({ event: 'asset_connect_finished', reason: 'gone' });
  expect(noted.json).toEqual({ msg: 'ok', id: expect.stringMatching(/^[\da-f-]{36}$/) });
  await report({ event: 'user_join_session', user: `Eve(eve)${'x'.repeat(200)}` });
  await report({ event: 'replay_upload_failure', reason: 'y'.repeat(600) });
  const lines = (await api.as({ superuser: true }).get(`/api/v1/audits/activities/?resource_id=${id}`))
    .json as { id: string; content: string }[];
  expect(lines.map(({ content }) => content).toSorted()).toEqual([
    `Eve(eve)${'x'.repeat(120)} joined the session`,
    `Recording upload failed: ${'y'.repeat(512)}`,
    'The connection to the asset ended: gone',
  ]);
});
