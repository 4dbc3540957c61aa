import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const url = '/api/v1/tickets/flows/';
const root = () => api.as({ superuser: true, org: ROOT_ORG_ID });
type Flow = Json & { id: string; rules: (Json & { assignees_display: string[] })[] };
const listed = async (caller: TicketApi['admin']) => bodyOf<Flow[]>(await expectStatus(caller.get(url), 200));
const own = (more: Json = {}): Json => ({
  type: 'apply_asset',
  approval_level: 1,
  rules: [{ strategy: 'org_admin' }],
  ...more,
});

test('every installation starts with one general flow: one level, the system administrators', async () => {
  const flows = await listed(api.admin);
  expect(flows).toMatchObject([
    {
      type: { value: 'apply_asset' },
      approval_level: { value: 1 },
      created_by: 'System',
      org_id: ROOT_ORG_ID,
      rules: [
        {
          level: 1,
          strategy: { value: 'super_admin', label: 'System administrators' },
          assignees_read_only: [],
          assignees_display: ['BOSS(boss)', 'CHIEF(chief)'],
        },
      ],
    },
  ]);
  expect(flows[0]?.rules[0]).not.toHaveProperty('assignees');
  expect(await listed(api.other)).toMatchObject([{ id: flows[0]?.id }]);
});

test('A-6-063 approvers are system administrators, organization administrators, both, or chosen users', async () => {
  const chosen = await api.userWith('chosen');
  const expected: [Json, string[]][] = [
    [{ strategy: 'super_admin' }, [api.boss.id, api.chief.id]],
    [{ strategy: 'org_admin' }, [api.warden.id]],
    [{ strategy: 'super_org_admin' }, [api.boss.id, api.chief.id, api.warden.id]],
    [{ strategy: 'custom_user', assignees: [chosen.id] }, [chosen.id]],
  ];
  for (const [rule, people] of expected) {
    await api.setFlow([rule]);
    expect((await api.open()).process_map[0]?.assignees, String(rule.strategy)).toEqual(people);
  }
  const shown = (await listed(api.admin))[0]?.rules[0];
  expect(shown).toMatchObject({ assignees_read_only: [chosen.id], assignees_display: ['CHOSEN(chosen)'] });
  await api.pool.query('delete from tickets_ticketflow where org_id = $1', [DEFAULT_ORG_ID]);
});

test('administrators of another organization, service accounts and users who cannot sign in approve nothing', async () => {
  const elsewhere = await api.userWith('elsewhere');
  await api.bind(elsewhere.id, builtinRoles.orgAdmin.id, OTHER_ORG_ID);
  const late = await api.userWith('late');
  await api.bind(late.id, builtinRoles.orgAdmin.id, DEFAULT_ORG_ID);
  await api.pool.query("update users_user set date_expired = now() - interval '1 day' where id = $1", [
    late.id,
  ]);
  const robot = await api.userWith('robot');
  await api.bind(robot.id, builtinRoles.orgAdmin.id, DEFAULT_ORG_ID);
  await api.pool.query('update users_user set is_service_account = true where id = $1', [robot.id]);
  await expectStatus(
    root().patch(`${url}${(await listed(root()))[0]?.id}/`, { rules: [{ strategy: 'org_admin' }] }),
    200,
  );
  expect((await api.open()).process_map[0]?.assignees).toEqual([api.warden.id]);
  await expectStatus(
    root().patch(`${url}${(await listed(root()))[0]?.id}/`, { rules: [{ strategy: 'super_admin' }] }),
    200,
  );
});

test('an organization that changes the general flow gets a flow of its own', async () => {
  const [everybody] = await listed(api.admin);
  const changed = bodyOf<Flow>(
    await expectStatus(
      api.admin.put(`${url}${everybody?.id}/`, {
        id: everybody?.id,
        ...own({ approval_level: 2, rules: [{ strategy: 'org_admin' }, { strategy: 'super_admin' }] }),
      }),
      200,
    ),
  );
  expect(changed.id).not.toBe(everybody?.id);
  expect(changed).toMatchObject({
    org_id: DEFAULT_ORG_ID,
    org_name: 'DEFAULT',
    approval_level: { value: 2 },
  });
  expect((await listed(api.admin)).map((flow) => flow.id)).toEqual([changed.id]);
  expect((await listed(api.other)).map((flow) => flow.id)).toEqual([everybody?.id]);
  expect((await listed(root())).map((flow) => flow.id).sort()).toEqual([changed.id, everybody?.id].sort());
  expect((await listed(api.other))[0]?.rules).toMatchObject([{ strategy: { value: 'super_admin' } }]);
  expect((await api.admin.get(`${url}${everybody?.id}/`)).status).toBe(404);
  const second = await api.admin.patch(`${url}${changed.id}/`, { approval_level: 1 });
  expect(bodyOf<Flow>(second)).toMatchObject({
    id: changed.id,
    rules: [{ level: 1, strategy: { value: 'org_admin' } }],
  });
  const theirs = bodyOf<Flow[]>(
    await expectStatus(
      api.other.patch(url, [{ id: everybody?.id, rules: [{ strategy: 'org_admin' }] }]),
      200,
    ),
  );
  expect(theirs).toMatchObject([{ org_id: OTHER_ORG_ID, rules: [{ strategy: { value: 'org_admin' } }] }]);
  expect((await api.other.get(`${url}${changed.id}/`)).status).toBe(404);
  expect((await api.other.patch(`${url}${changed.id}/`, { approval_level: 2 })).status).toBe(404);
  await api.pool.query('delete from tickets_ticketflow where org_id <> $1', [ROOT_ORG_ID]);
});

test("a change based on an older version is refused, for an organization's own flow and the general one", async () => {
  const [everybody] = await listed(api.admin);
  const address = (flow: Json | undefined) => `${url}${String(flow?.id)}/`;
  const tagOf = async (flow: Json | undefined) => String((await api.admin.get(address(flow))).headers.etag);
  const changed = { status: 409, json: { code: 'changed_meanwhile' } };
  const change = { rules: [{ strategy: 'super_org_admin' }] };
  const put = own({ id: everybody?.id });
  const old = await tagOf(everybody);
  await expectStatus(root().patch(address(everybody), { rules: [{ strategy: 'org_admin' }] }), 200);
  expect(await api.admin.patch(address(everybody), change, { 'if-match': old })).toMatchObject(changed);
  expect(await api.admin.put(address(everybody), put, { 'if-match': old })).toMatchObject(changed);
  expect(await root().patch(address(everybody), change, { 'if-match': old })).toMatchObject(changed);
  expect((await listed(api.admin)).map((flow) => flow.id)).toEqual([everybody?.id]);
  const fresh = { 'if-match': await tagOf(everybody) };
  const copy = bodyOf<Flow>(await expectStatus(api.admin.patch(address(everybody), change, fresh), 200));
  const former = await tagOf(copy);
  await expectStatus(api.admin.patch(address(copy), { rules: [{ strategy: 'org_admin' }] }), 200);
  expect(await api.admin.patch(address(copy), change, { 'if-match': former })).toMatchObject(changed);
  expect(await api.admin.put(address(copy), own(), { 'if-match': former })).toMatchObject(changed);
  await expectStatus(api.admin.patch(address(copy), change, { 'if-match': await tagOf(copy) }), 200);
  await expectStatus(root().patch(address(everybody), { rules: [{ strategy: 'super_admin' }] }), 200);
  await api.pool.query('delete from tickets_ticketflow where org_id = $1', [DEFAULT_ORG_ID]);
});

test('a list of flows has the same limit as every other list', async () => {
  expect((await api.admin.patch(url, { id: 1 })).json).toEqual({ non_field_errors: ['Enter a list.'] });
  const many = await api.admin.patch(url, Array<Json>(10_001).fill({ approval_level: 1 }));
  expect([many.status, many.json]).toEqual([400, { non_field_errors: ['Use at most 10000 entries.'] }]);
});

test.each<[string, Json, Json]>([
  ['no type', { type: undefined }, { type: ['This field is required.'] }],
  ['an unknown type', { type: 'general' }, { type: ['"general" is not one of the choices.'] }],
  ['no level', { approval_level: undefined }, { approval_level: ['This field is required.'] }],
  ['three levels', { approval_level: 3 }, { approval_level: ['"3" is not one of the choices.'] }],
  ['no rules', { rules: [] }, { rules: ['Choose at least one.'] }],
  [
    'fewer rules than levels',
    { approval_level: 2 },
    { rules: ['Name the approvers for every level (number of levels: 2).'] },
  ],
  [
    'no approver chosen',
    { rules: [{ strategy: 'custom_user' }] },
    { rules: [{ assignees: ['Choose at least one user.'] }] },
  ],
  [
    'an invalid second rule',
    { approval_level: 2, rules: [{ strategy: 'org_admin' }, { strategy: 'custom_user', assignees: ['x'] }] },
    { rules: [{}, { assignees: ['"x" does not exist or is not visible to you.'] }] },
  ],
])('a flow with %s is refused', async (_what, more, errors) => {
  const answer = await api.admin.post(url, own(more));
  expect([answer.status, answer.json]).toEqual([400, errors]);
});

test('an organization has one flow per type, created by superusers and never deleted', async () => {
  const made = bodyOf<Flow>(await expectStatus(api.admin.post(url, own()), 201));
  expect((await api.admin.post(url, own())).json).toEqual({ type: ['This value is already taken.'] });
  const manager = api.as({
    permissions: ['tickets.view_ticketflow', 'tickets.change_ticketflow'],
    id: randomUUID(),
  });
  expect((await manager.post(url, own())).status).toBe(403);
  expect((await manager.patch(`${url}${made.id}/`, { approval_level: 1 })).status).toBe(200);
  expect((await api.admin.delete(`${url}${made.id}/`)).status).toBe(405);
  expect((await api.admin.delete(url)).status).toBe(405);
  const { rows } = await api.pool.query('select action from audits_operatelog where resource_id = $1', [
    made.id,
  ]);
  expect(rows.map((row) => row.action)).toContain('create');
  await api.pool.query('delete from tickets_ticketflow where id = $1', [made.id]);
});

test('the flows of an organization are deleted with it, and its tickets stay readable', async () => {
  const org = bodyOf<{ id: string }>(
    await expectStatus(root().post('/api/v1/orgs/orgs/', { name: `Short ${randomUUID().slice(0, 4)}` }), 201),
  ).id;
  await api.services.organizations.reload();
  await api.setFlow([{ strategy: 'super_admin' }], org);
  await api.bind(api.ann.id, builtinRoles.orgUser.id, org);
  const ticket = await api.open({ org_id: org, apply_assets: [] });
  await api.pool.query('delete from rbac_rolebinding where org = $1', [org]);
  await expectStatus(root().delete(`/api/v1/orgs/orgs/${org}/`), 204);
  const { rows } = await api.pool.query('select 1 from tickets_ticketflow where org_id = $1', [org]);
  expect(rows).toEqual([]);
  await api.services.organizations.reload();
  expect(await api.ticket(ticket.id)).toMatchObject({ org_id: org, org_name: '', title: ticket.title });
  expect((await api.boss.put(`/api/v1/tickets/apply-asset-tickets/${ticket.id}/reject/`)).status).toBe(200);
});

test('a ticket stays readable after its asset and its applicant are deleted', async () => {
  const leaver = await api.userWith('leaver');
  const gone = (await api.host({ name: 'gone', address: '10.9.9.9' })).id;
  const { id } = await api.open({ apply_assets: [gone] }, leaver);
  await expectStatus(api.admin.delete(`/api/v1/assets/hosts/${gone}/`), 204);
  await expectStatus(api.admin.delete(`/api/v1/users/users/${leaver.id}/`), 204);
  expect(await api.ticket(id, api.boss)).toMatchObject({
    applicant: 'LEAVER(leaver)',
    apply_assets: [],
    rel_snapshot: { apply_assets: ['gone(10.9.9.9)'] },
  });
  expect(bodyOf<Json>(await api.boss.get(`/api/v1/tickets/tickets/${id}/`)).applicant).toBeNull();
  const answer = await api.boss.put(`${api.url}${id}/approve/`, api.request());
  expect([answer.status, answer.json]).toEqual([
    400,
    { applicant: ['The applicant is no longer a member of this organization.'] },
  ]);
  await expectStatus(api.boss.put(`/api/v1/tickets/tickets/${id}/close/`), 200);
  expect(bodyOf<Json[]>(await api.boss.get(`/api/v1/tickets/comments/?ticket_id=${id}`))[0]).toMatchObject({
    user: null,
    user_display: 'LEAVER(leaver)',
  });
});

test.each(['approval', 7, ['approval_level']])(
  'a general flow is not copied when the body is %j',
  async (body) => {
    const before = await listed(api.other);
    const answer = await api.other.patch(`${url}${before[0]?.id}/`, JSON.stringify(body) as never, {
      'content-type': 'application/json',
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ non_field_errors: [expect.stringContaining('object')] });
    expect(await listed(api.other)).toEqual(before);
  },
);

test('flows are searched by their type', async () => {
  const found = async (search: string) => bodyOf<Flow[]>(await api.admin.get(`${url}?search=${search}`));
  expect((await found('apply')).length).toBeGreaterThan(0);
  expect(await found('nothing')).toEqual([]);
});
