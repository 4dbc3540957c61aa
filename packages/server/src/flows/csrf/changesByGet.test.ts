import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('a link on another site cannot remove MFA, although that is a GET', async () => {
  const admin = await server.admin();
  const facts = { name: 'Ann', username: 'ann', email: 'ann@example.com' };
  const made = (await admin.post('/api/v1/users/users/', facts)).json as { id: string };
  const url = `/api/v1/users/users/${made.id}/mfa/reset/`;
  const bare = await server.app.inject({
    method: 'GET',
    url,
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  expect([bare.statusCode, bare.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'permission_denied' }),
  ]);
  expect((await admin.get(url)).status).toBe(200);
});
