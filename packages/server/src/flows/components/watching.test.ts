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
  const visitor = visitorMark(user_id, api.services.vault);
  expect((await validate({ session_id, user_id })).json).toEqual({ ok: true, msg: '' });
  expect((await validate({ session_id, user_id, visitor })).json).toEqual({
    ok: true,
    msg: '',
    user: 'Dora(dora)',
  });
  const stolen = visitorMark(randomUUID(), api.services.vault);
  for (const wrong of [stolen, '', null])
    expect((await validate({ session_id, user_id, visitor: wrong })).status).toBe(401);
});
