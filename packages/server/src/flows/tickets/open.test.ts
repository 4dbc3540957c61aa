import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { inHours, startTickets, type TicketApi, type TicketBody } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const all = '/api/v1/tickets/tickets/';

test('B-3-015 a request carries title, type, status, applicant, assignees, level and comment', async () => {
  const title = `Access to build hosts ${randomUUID().slice(0, 4)}`;
  const made = await api.open({ title, apply_nodes: [api.node], apply_actions: ['all'] });
  expect(made).toMatchObject({
    title,
    type: { value: 'apply_asset', label: 'Access to assets' },
    state: { value: 'pending', label: 'Open' },
    status: { value: 'open', label: 'Open' },
    applicant: 'ANN(ann)',
    approval_step: { value: 1, label: 'Level 1' },
    org_id: DEFAULT_ORG_ID,
    org_name: 'DEFAULT',
    comment: 'for the release',
    apply_assets: [{ id: api.asset, name: 'web-1', address: '10.0.0.5' }],
    apply_nodes: [{ id: api.node, name: 'web', full_value: '/DEFAULT/web' }],
    apply_accounts: ['@ALL'],
    apply_permission_name: `${title}-${made.id.slice(0, 4)}`,
    rel_snapshot: { applicant: 'ANN(ann)', apply_assets: ['web-1(10.0.0.5)'], apply_nodes: ['/DEFAULT/web'] },
  });
  expect((made.apply_actions as unknown[]).length).toBe(7);
  expect(made.process_map).toEqual([
    {
      approval_level: 1,
      state: 'pending',
      assignees: [api.boss.id, api.chief.id],
      assignees_display: ['BOSS(boss)', 'CHIEF(chief)'],
      processor: '',
      processor_display: '',
      approval_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/),
    },
  ]);
  const general = bodyOf<Json>(await api.boss.get(`${all}${made.id}/`));
  expect(general).toMatchObject({
    title,
    applicant: { id: api.ann.id, name: 'ANN' },
    comment: 'for the release',
  });
  expect(general).not.toHaveProperty('apply_assets');
});

test('A-3-015 while tickets are switched off no new request is accepted; those that are open are decided', async () => {
  const waiting = await api.open();
  const settings = '/api/v1/settings/setting/?category=ticket';
  const admin = api.as({ superuser: true });
  expect((await admin.patch(settings, { TICKETS_ENABLED: false })).status).toBe(200);
  const refused = await api.ann.post('/api/v1/tickets/apply-asset-tickets/open/', {});
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { detail: 'Requests for access are switched off here.' },
  ]);
  const rejected = await api.boss.put(`/api/v1/tickets/apply-asset-tickets/${waiting.id}/reject/`, {});
  expect(rejected.status).toBe(200);
  await admin.patch(settings, { TICKETS_ENABLED: true });
  expect(await api.open()).toMatchObject({ state: { value: 'pending' } });
});

test('tickets are numbered by day, even when many are opened at once', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => api.open()));
  const numbers = made.map((ticket) => String(ticket.serial_num)).sort();
  expect(new Set(numbers).size).toBe(6);
  // Each number follows the one before it, or is the first of a new day.
  for (const [at, number] of numbers.entries())
    if (at > 0 && !number.endsWith('0001')) expect(Number(number)).toBe(Number(numbers[at - 1]) + 1);
  expect(numbers[0]).toMatch(/^20\d{6}\d{4}$/);
});

test('the approvers of the first level are notified, and the opening is logged', async () => {
  const { id, title } = await api.open();
  const { rows } = await api.pool.query(
    `select "user", text from notifications_sitemessage where text -> 'params' ->> 'id' = $1 order by 1`,
    [id],
  );
  expect(rows.map((row) => row.user).sort()).toEqual([api.boss.id, api.chief.id].sort());
  const messages = bodyOf<{ content: { subject: string; message: string } }[]>(
    await api.boss.get('/api/v1/notifications/site-messages/'),
  );
  const message = messages.find(({ content }) => content.subject.includes(title))?.content.message;
  expect(message).toContain(`href="/ui/tickets/tickets/${id}"`);
  expect(message).toContain('by ANN (ann) is waiting');
  const comments = bodyOf<Json[]>(await api.ann.get(`/api/v1/tickets/comments/?ticket_id=${id}`));
  expect(comments).toMatchObject([{ ticket: id, user: api.ann.id, user_display: 'ANN(ann)' }]);
  expect(comments[0]?.body).toBe('ANN submitted the request.');
});

test.each<[string, Json, string]>([
  ['no title', { title: '' }, 'title'],
  ['a title too long', { title: 'x'.repeat(257) }, 'title'],
  ['no organization', { org_id: undefined }, 'org_id'],
  ['an unknown organization', { org_id: randomUUID() }, 'org_id'],
  ['the root organization', { org_id: ROOT_ORG_ID }, 'org_id'],
  ['an organization that is not a text', { org_id: { a: 1 } }, 'org_id'],
  ['an organization of which the user is no member', { org_id: OTHER_ORG_ID }, 'org_id'],
  ['no start', { apply_date_start: undefined }, 'apply_date_start'],
  ['no end', { apply_date_expired: null }, 'apply_date_expired'],
  [
    'an end before the start',
    { apply_date_start: inHours(3), apply_date_expired: inHours(2) },
    'apply_date_expired',
  ],
  [
    'an end that has passed',
    { apply_date_start: inHours(-3), apply_date_expired: inHours(-2) },
    'apply_date_expired',
  ],
  ['an invalid date', { apply_date_start: 'soon' }, 'apply_date_start'],
  ['assets that are not a list', { apply_assets: 'x' }, 'apply_assets'],
  ['an asset that is not an id', { apply_assets: [true] }, 'apply_assets'],
  ['unknown actions', { apply_actions: ['fly'] }, 'apply_actions'],
  ['account templates', { apply_accounts: ['%1'] }, 'apply_accounts'],
])('a request with %s is refused on that field', async (_what, more, name) => {
  const answer = await api.ann.post(`${api.url}open/`, api.request(more));
  expect(answer.status, answer.text).toBe(400);
  expect(Object.keys(answer.json)).toEqual([name]);
});

test('a body that is not an object is refused', async () => {
  for (const body of ['null', '"x"', '[]', '5']) {
    const answer = await api.app.inject({
      method: 'POST',
      url: `${api.url}open/`,
      payload: body,
      headers: { 'content-type': 'application/json', 'x-test-caller': api.ann.key },
    });
    expect(answer.statusCode, body).toBe(400);
  }
});

test('a title is refused if every permission name made from it is taken', async () => {
  await api.pool.query(
    `insert into perms_assetpermission (id, org_id, name, accounts, protocols, actions, is_active, from_ticket, date_start, date_expired, created_by, comment)
     select gen_random_uuid(), $1, 'Taken-' || lpad(to_hex(i), 4, '0'), '[]', '[]', 1, true, false, now(), now(), '', '' from generate_series(0, 65535) i`,
    [DEFAULT_ORG_ID],
  );
  const answer = await api.ann.post(`${api.url}open/`, api.request({ title: 'Taken' }));
  expect([answer.status, answer.json]).toEqual([400, { title: ['This value is already taken.'] }]);
});

test('assets outside the organization are silently left out', async () => {
  const made = await api.open({ apply_assets: [api.foreignAsset, { pk: api.asset }, randomUUID()] });
  expect(made.apply_assets).toMatchObject([{ id: api.asset }]);
});

test('a request may start empty, and asks only for the action connect by default', async () => {
  const made = await api.open({
    apply_assets: undefined,
    apply_accounts: undefined,
    apply_actions: undefined,
  });
  expect(made).toMatchObject({ apply_assets: [], apply_nodes: [], apply_accounts: [] });
  expect(made.apply_actions).toMatchObject([{ value: 'connect' }]);
});

test('an applicant in the body counts only from users who may request for others', async () => {
  expect((await api.open({ applicant: api.stranger.id })).applicant).toBe('ANN(ann)');
  const agent = await api.userWith('agent', ['tickets.view_ticket', 'tickets.add_superticket']);
  const answer = await agent.post(`${api.url}open/`, api.request({ applicant: api.ann.id }));
  expect(answer.status, answer.text).toBe(201);
  const { id } = bodyOf<TicketBody>(answer);
  expect((await api.ticket(id)).applicant).toBe('ANN(ann)');
  const unknown = await agent.post(`${api.url}open/`, api.request({ applicant: randomUUID() }));
  expect([unknown.status, Object.keys(unknown.json)]).toEqual([400, ['applicant']]);
});

test('users decide on their own requests only when there is no other approver', async () => {
  const own = await api.open({}, api.boss);
  expect(own.process_map[0]?.assignees).toEqual([api.chief.id]);
  await api.setFlow([{ strategy: 'custom_user', assignees: [api.ann.id] }]);
  const alone = await api.open();
  expect(alone.process_map[0]?.assignees).toEqual([api.ann.id]);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('a flow without approvers is reported on the organization field', async () => {
  const idle = await api.userWith('idle');
  await api.setFlow([{ strategy: 'custom_user', assignees: [idle.id] }]);
  await api.pool.query('update users_user set is_active = false where id = $1', [idle.id]);
  const nobody = await api.ann.post(`${api.url}open/`, api.request());
  expect([nobody.status, nobody.json]).toEqual([
    400,
    { org_id: ['There is no approver for level 1 of this request. Ask an administrator.'] },
  ]);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('OPTIONS describes the request form and the approval form', async () => {
  const open = bodyOf<{ actions: { POST: Record<string, Json> } }>(await api.ann.options(`${api.url}open/`));
  expect(open.actions.POST).toMatchObject({
    title: { required: true, max_length: 256 },
    org_id: { required: true, read_only: false },
    apply_assets: { type: 'm2m_related_field' },
    apply_actions: { type: 'tree' },
    apply_date_start: { type: 'datetime', required: true },
  });
  const id = (await api.open()).id;
  const approval = bodyOf<{ actions: Record<string, Record<string, Json>> }>(
    await api.ann.options(`${api.url}${id}/approve/`),
  );
  expect(Object.keys(approval.actions)).toEqual(['PUT', 'PATCH']);
  expect(Object.keys(approval.actions.PUT ?? {})).not.toContain('title');
  const list = bodyOf<{ actions: { GET: Record<string, { choices?: { value: string }[]; type: string }> } }>(
    await api.ann.options(all),
  );
  expect(list.actions.GET.type?.choices?.map(({ value }) => value)).toEqual([
    'apply_asset',
    'login_confirm',
    'command_confirm',
    'login_asset_confirm',
  ]);
});
