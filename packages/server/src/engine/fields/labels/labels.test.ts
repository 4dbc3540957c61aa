import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let neighbour: Browser;
let other: string;
const users = '/api/v1/users/users/';
const password = 'Right-password-1';
const role = (number: number) => `00000000-0000-0000-0000-00000000000${number}`;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
  const facts = { name: 'Neighbour', username: 'neighbour', email: 'n@example.com' };
  const more = { org_roles: [role(5)], password_strategy: 'custom', password };
  await admin.post(users, { ...facts, ...more }, { 'x-jms-org': other });
  neighbour = await server.browserOf('neighbour', password);
});
afterAll(() => server.stop());

test('labels of a user in two organizations are listed, searched and changed only in their own organization', async () => {
  const facts = { name: 'Shared', username: 'shared', email: 's@example.com', labels: ['leave:planned'] };
  const { id } = (await admin.post(users, facts)).json as { id: string };
  await admin.post(`${users}invite/`, { users: [id], org_roles: [role(7)] }, { 'x-jms-org': other });
  const there = async () => ((await neighbour.get(`${users}${id}/`)).json as { labels: string[] }).labels;
  const here = async () => ((await admin.get(`${users}${id}/`)).json as { labels: string[] }).labels;
  expect(await there()).toEqual([]);
  expect((await neighbour.get(`${users}?labels=leave:planned`)).json).toEqual([]);
  expect((await neighbour.patch(`${users}${id}/`, { labels: ['shift:night'] })).status).toBe(200);
  expect([await here(), await there()]).toEqual([['leave:planned'], ['shift:night']]);
  expect((await neighbour.patch(`${users}${id}/`, { labels: [] })).status).toBe(200);
  expect([await here(), await there()]).toEqual([['leave:planned'], []]);
  expect((await admin.get(`${users}?labels=leave:planned`)).json).toMatchObject([{ id }]);
});

test('a label set for the whole installation shows in every organization and cannot be removed in one', async () => {
  const { id } = (await admin.post(users, { name: 'V', username: 'v', email: 'v@example.com' })).json as {
    id: string;
  };
  await admin.post(`${users}invite/`, { users: [id], org_roles: [role(7)] }, { 'x-jms-org': other });
  const url = `${users}${id}/`;
  const global = { 'x-jms-org': role(0) };
  const labelsOf = (answer: { json: never }) => (answer.json as { labels: string[] }).labels;
  expect((await admin.patch(url, { labels: ['vip:yes'] }, global)).status).toBe(200);
  expect(labelsOf(await neighbour.get(url))).toEqual(['vip:yes']);
  expect(labelsOf(await neighbour.patch(url, { labels: ['vip:yes', 'desk:nine'] }))).toEqual([
    'desk:nine',
    'vip:yes',
  ]);
  expect(labelsOf(await admin.get(url))).toEqual(['vip:yes']);
  expect(labelsOf(await neighbour.patch(url, { labels: [] }))).toEqual(['vip:yes']);
  await neighbour.patch(url, { labels: ['desk:nine'] });
  await admin.patch(url, { labels: ['vip:yes', 'desk:nine', 'floor:two'] }, global);
  expect(labelsOf(await admin.get(url))).toEqual(['floor:two', 'vip:yes']);
  expect(labelsOf(await neighbour.get(url))).toEqual(['desk:nine', 'floor:two', 'vip:yes']);
});
