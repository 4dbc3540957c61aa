import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../../test/inventory.ts';
import { cleanUp } from '../../cleanUp/cleanUp.ts';
import { notify } from '../notify.ts';

type Message = {
  id: string;
  has_read: boolean;
  read_at: string | null;
  date_created: string;
  content: { id: string; subject: string; message: string; sender: string; date_created: string };
};
type Page = { count: number; results: Message[] };

const url = '/api/v1/notifications/site-messages/';
let inventory: Inventory;
let estate: ReturnType<typeof estateOf>;
beforeAll(async () => {
  inventory = await startInventory();
  estate = estateOf(inventory.pool);
});
afterAll(() => inventory.stop());

const newUser = async (groups: readonly string[] = []) => {
  const id = await estate.user(`p-${randomUUID().slice(0, 8)}`, { groups });
  return { id, api: inventory.as({ id }) };
};
const messageTo = (people: string[], by = 'Ada(ada)') =>
  notify(people, { key: 'mfa_reset', params: { by } }, inventory.services.db);
const listOf = async (api: Awaited<ReturnType<typeof newUser>>['api'], query = '?offset=0&limit=15') =>
  bodyOf<Page>(await api.get(url + query));
const totalOf = async (api: Awaited<ReturnType<typeof newUser>>['api']) =>
  (await api.call('GET /api/v1/notifications/site-messages/unread-total/')).json.total;

test('A-3-023 B-3-024 A-7-019 a message has subject, text, sender and read flag, newest first', async () => {
  const me = await newUser();
  await messageTo([me.id], 'First');
  await messageTo([me.id], 'Second');
  const page = await listOf(me.api, '?offset=0&limit=15&has_read=false');
  expect(page.count).toBe(2);
  expect(page.results[0]).toEqual({
    id: expect.any(String),
    has_read: false,
    read_at: null,
    date_created: expect.stringMatching(/^\d{4}\/\d\d\/\d\d /),
    content: {
      id: expect.any(String),
      subject: 'Your MFA was reset',
      message: expect.stringMatching(/^<p>Second reset .*<\/p>$/),
      sender: 'System',
      date_created: expect.any(String),
      date_updated: expect.any(String),
    },
  });
  const [first] = page.results;
  expect((await me.api.get(`${url}${first?.id}/`)).json).toEqual(first);
  expect((await listOf(me.api, '?limit=1&offset=1')).results[0]?.content.message).toContain('First');
});

test("a message is in its reader's language, and names in it are escaped", async () => {
  const me = await newUser();
  await messageTo([me.id], '<img src=x onerror=alert(1)>');
  const chinese = inventory.as({ id: me.id, language: 'zh-hans' });
  const [message] = (await listOf(chinese)).results;
  expect(message?.content.subject).toBe('您的 MFA 已被重置');
  expect(message?.content.message).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(message?.content.message).not.toContain('<img');
});

test('A-7-020 A-4.3-005 one or several messages are marked as read', async () => {
  const me = await newUser();
  for (let left = 4; left > 0; left -= 1) await messageTo([me.id]);
  const ids = (await listOf(me.api)).results.map((result) => result.id);
  const mark = (some: string[]) => me.api.patch(`${url}mark-as-read/`, { ids: some });
  expect(await mark(ids.slice(0, 1))).toMatchObject({ status: 200, json: { detail: 'ok' } });
  expect(await totalOf(me.api)).toBe(3);
  await mark(ids.slice(1, 3));
  expect(await totalOf(me.api)).toBe(1);
  expect((await listOf(me.api, '?limit=15&has_read=false')).results.map((result) => result.id)).toEqual([
    ids[3],
  ]);
  const read = await listOf(me.api, '?limit=15&has_read=true');
  expect(read.results.map((result) => [result.has_read, typeof result.read_at])).toEqual(
    Array(3).fill([true, 'string']),
  );
});

test('A-7-021 A-4.3-005 all messages of the caller are marked as read', async () => {
  const [me, you] = [await newUser(), await newUser()];
  await messageTo([me.id, you.id]);
  await messageTo([me.id]);
  expect(await me.api.patch(`${url}mark-as-read-all/`, {})).toMatchObject({ json: { detail: 'ok' } });
  expect([await totalOf(me.api), await totalOf(you.api)]).toEqual([0, 1]);
});

test("another user's message does not exist, even for a superuser", async () => {
  const [me, you] = [await newUser(), await newUser()];
  await messageTo([me.id]);
  const id = (await listOf(me.api)).results[0]?.id;
  for (const api of [you.api, inventory.as({ superuser: true, id: you.id })]) {
    expect((await listOf(api)).count).toBe(0);
    expect((await api.get(`${url}${id}/`)).status).toBe(404);
    expect((await api.patch(`${url}mark-as-read/`, { ids: [id] })).status).toBe(404);
  }
  expect(await totalOf(me.api)).toBe(1);
});

test.each([
  ['nothing', undefined],
  ['a word', 'x'],
  ['an empty list', []],
  ['invalid ids', ['x']],
  ['more than a thousand', Array(1001).fill(randomUUID())],
])('marking %s as read is refused', async (_what, ids) => {
  const answer = await (await newUser()).api.patch(`${url}mark-as-read/`, { ids });
  expect(answer).toMatchObject({ status: 400, json: { ids: [expect.any(String)] } });
});

test('only users with the permission for system messages write to others; a broadcast reaches every user once', async () => {
  const group = await estate.group(`g-${randomUUID().slice(0, 8)}`);
  const [author, reader, bystander] = [await newUser(), await newUser([group]), await newUser()];
  const text = { subject: 'Tonight', message: '<p>Down at <b>10</b></p><script>alert(1)</script>' };
  expect((await author.api.post(`${url}send/`, { ...text, user_ids: [reader.id] })).status).toBe(403);
  const writer = inventory.as({ id: author.id, permissions: ['settings.change_systemmsgsubscription'] });
  expect(await writer.post(`${url}send/`, { ...text, user_ids: [reader.id] })).toMatchObject({ status: 200 });
  const [message] = (await listOf(reader.api)).results;
  expect(message?.content).toMatchObject({ subject: 'Tonight', message: '<p>Down at <b>10</b></p>' });
  expect(message?.content.sender).toBe('Tester(tester)');
  expect([await totalOf(author.api), await totalOf(bystander.api)]).toEqual([0, 0]);
  await writer.post(`${url}send/`, { ...text, group_ids: [group] });
  expect([await totalOf(reader.api), await totalOf(bystander.api)]).toEqual([2, 0]);
  await writer.post(`${url}send/`, { ...text, is_broadcast: true, user_ids: [reader.id] });
  expect([await totalOf(author.api), await totalOf(reader.api), await totalOf(bystander.api)]).toEqual([
    1, 3, 1,
  ]);
});

test.each([
  ['no subject', { message: 'x', is_broadcast: true }, 'subject'],
  ['no text', { subject: 'x', is_broadcast: true }, 'message'],
  ['no recipient', { subject: 'x', message: 'y' }, 'user_ids'],
  ['too much text', { subject: 'x', message: 'y'.repeat(20_001), is_broadcast: true }, 'message'],
])('a message with %s is refused', async (_what, body, field) => {
  const writer = inventory.as({ superuser: true });
  expect(await writer.post(`${url}send/`, body)).toMatchObject({
    status: 400,
    json: { [field]: [expect.any(String)] },
  });
});

test('messages older than a year and messages to a deleted user are deleted', async () => {
  const [me, you] = [await newUser(), await newUser()];
  await messageTo([me.id, you.id]);
  await messageTo([me.id]);
  await inventory.pool.query(
    `update notifications_sitemessage set date_created = now() - interval '366 days'
      where id = (select id from notifications_sitemessage where "user" = $1 limit 1)`,
    [me.id],
  );
  await cleanUp(inventory.services);
  expect([await totalOf(me.api), await totalOf(you.api)]).toEqual([1, 1]);
  await inventory.pool.query('delete from users_user where id = $1', [you.id]);
  expect(await totalOf(you.api)).toBe(0);
});

test('users see and change only their own subscriptions; the site message stays on', async () => {
  const [me, you] = [await newUser(), await newUser()];
  const subscription = '/api/v1/notifications/user-msg-subscription/';
  const mine = { user_id: me.id, receive_backends: ['email', 'site_msg'] };
  const offered = async () => (await me.api.get('/api/v1/notifications/backends/')).json;
  const siteMessage = { name: 'site_msg', name_display: 'Site message' };
  expect(await offered()).toEqual([siteMessage]);
  const { settings, db } = inventory.services;
  await settings.set({ EMAIL_HOST: 'mail.example', EMAIL_HOST_USER: 'gate@example.com' }, db);
  await settings.reload();
  expect(await offered()).toEqual([{ name: 'email', name_display: 'Email' }, siteMessage]);
  expect((await me.api.get(subscription)).json).toEqual([mine]);
  expect((await me.api.get(`${subscription}${me.id}/`)).json).toEqual(mine);
  const without = await me.api.patch(`${subscription}${me.id}/`, { receive_backends: [] });
  expect(without).toMatchObject({ status: 200, json: { ...mine, receive_backends: ['site_msg'] } });
  expect((await me.api.patch(`${subscription}${me.id}/`, {})).json).toEqual(without.json);
  expect((await me.api.get(subscription)).json).toEqual([without.json]);
  expect((await you.api.get(`${subscription}${you.id}/`)).json).toMatchObject({
    receive_backends: ['email', 'site_msg'],
  });
  const again = await me.api.put(`${subscription}${me.id}/`, { receive_backends: ['email'] });
  expect(again).toMatchObject({ status: 200, json: mine });
  const unknown = await me.api.put(`${subscription}${me.id}/`, { receive_backends: ['pigeon'] });
  expect(unknown).toMatchObject({ status: 400, json: { receive_backends: [expect.any(String)] } });
  expect((await me.api.get(`${subscription}${you.id}/`)).status).toBe(404);
  expect((await me.api.patch(`${subscription}${you.id}/`, {})).status).toBe(404);
});
