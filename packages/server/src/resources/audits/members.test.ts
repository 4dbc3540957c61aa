import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
const users = '/api/v1/users/users/';
const password = 'Right-password-1';
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

test("naming a member after another user reveals nothing about that user's sign-ins", async () => {
  const org = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
  const here = { 'x-jms-org': org };
  const roles = {
    org_roles: ['00000000-0000-0000-0000-000000000005'],
    password_strategy: 'custom',
    password,
  };
  const spy = { name: 'Spy', username: 'spy', email: 'spy@example.com', ...roles };
  expect((await admin.post(users, spy, here)).status).toBe(201);
  const browser = await server.browserOf('spy', password);
  const same = { name: 'x', username: 'Administrator(admin)', email: 'x@example.com' };
  await browser.post(users, same, here);
  const logs = (await browser.get('/api/v1/audits/login-logs/', undefined, here)).json as {
    username: string;
  }[];
  expect(logs.map(({ username }) => username)).toEqual(['Spy(spy)']);
  const changes = (await browser.get('/api/v1/audits/password-change-logs/', undefined, here)).json;
  expect((changes as { user: string }[]).map(({ user }) => user)).toEqual(['Spy(spy)']);
});
