import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('administrators cannot change their own password without the old one, nor lower their own MFA level', async () => {
  const admin = await server.admin();
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  const url = `/api/v1/users/users/${id}/`;
  const password = 'Stolen-password-1';
  for (const answer of [
    await admin.patch(url, { password }),
    await admin.patch(`${url}password/`, { password }),
    await admin.patch(`${url}password/reset/`),
  ]) {
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('in your profile');
  }
  await admin.patch(url, { mfa_level: 1 });
  const lowered = await admin.patch(url, { mfa_level: 0, comment: 'kept' });
  expect(lowered.json).toMatchObject({ mfa_level: { value: 1 }, comment: 'kept' });
});
