import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, type Reply } from '../../../test/api.ts';
import type { Json } from '../../../test/inventory.ts';
import { expectStatus, inHours, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const general = '/api/v1/tickets/tickets/';
const comments = '/api/v1/tickets/comments/';
const body = (more: Json = {}): Json => ({
  org_id: DEFAULT_ORG_ID,
  apply_assets: [api.asset],
  apply_accounts: ['@ALL'],
  apply_date_start: inHours(0),
  apply_date_expired: inHours(2),
  ...more,
});
const permissionOf = async (id: string) =>
  (await api.pool.query('select * from perms_assetpermission where id = $1', [id])).rows[0];
const assetsOf = async (id: string) =>
  (
    await api.pool.query('select asset from perms_assetpermission_assets where assetpermission = $1', [id])
  ).rows.map((row) => row.asset);
const stateOf = async (id: string) => (await api.ticket(id)).state.value;

test('a ticket does not exist for users not involved, not even administrators of any kind', async () => {
  const { id, title } = await api.open();
  const nosy = [
    api.stranger,
    api.warden,
    api.admin,
    api.as({ superuser: true, org: ROOT_ORG_ID, id: randomUUID() }),
  ];
  for (const caller of nosy) {
    const answers: Reply[] = [
      await caller.get(`${general}${id}/`),
      await caller.get(`${api.url}${id}/`),
      await caller.put(`${api.url}${id}/approve/`, body()),
      await caller.put(`${api.url}${id}/reject/`),
      await caller.put(`${general}${id}/reject/`),
      await caller.put(`${general}${id}/close/`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    for (const { text } of answers) expect(text).not.toContain(title);
    for (const list of [
      general,
      api.url,
      `${general}?search=${encodeURIComponent(title)}`,
      `${general}?ids=${id}`,
    ])
      expect((await caller.get(list)).json).toEqual([]);
    expect((await caller.get(`${general}?applicant=${api.ann.id}`)).json).toEqual([]);
    expect((await caller.get(`${comments}?ticket_id=${id}`)).json).toEqual([]);
    expect((await caller.post(`${comments}?ticket_id=${id}`, { body: 'me too' })).status).toBe(400);
    await expectStatus(caller.put(`${api.url}bulk/?action=approve`, { tickets: [id] }), 200);
  }
  expect(await stateOf(id)).toBe('pending');
});

test('without the permission there are no lists, and anonymous callers get nothing', async () => {
  const { id } = await api.open();
  const bare = api.as({ id: api.ann.id, username: 'ann', permissions: [] });
  for (const path of [general, api.url, `${general}${id}/`, comments, '/api/v1/tickets/flows/'])
    expect((await bare.get(path)).status, path).toBe(403);
  expect((await bare.post(`${api.url}open/`, api.request())).status).toBe(403);
  expect((await api.ann.get('/api/v1/tickets/flows/')).status).toBe(403);
  expect((await api.as({ anonymous: true }).put(`${api.url}${id}/approve/`, body())).status).toBe(401);
});

test('an applicant cannot approve their own ticket, not even as a system administrator', async () => {
  const own = (await api.open()).id;
  expect((await api.ann.put(`${api.url}${own}/approve/`, body())).status).toBe(403);
  expect((await api.ann.put(`${general}${own}/reject/`)).status).toBe(403);
  const bulk = await api.ann.put(`${api.url}bulk/?action=approve`, { tickets: [own] });
  expect([bulk.status, Object.keys(bulk.json)]).toEqual([400, ['error']]);
  const ofBoss = (await api.open({}, api.boss)).id;
  const boss = api.as({ id: api.boss.id, username: 'boss', superuser: true });
  expect((await boss.put(`${api.url}${ofBoss}/approve/`, body())).status).toBe(403);
  for (const id of [own, ofBoss]) expect(await permissionOf(id)).toBeUndefined();
});

test('assets and nodes of another organization are never granted, by applicant or approver', async () => {
  const { id } = await api.open({ apply_assets: [api.foreignAsset] });
  const only = await api.boss.put(`${api.url}${id}/approve/`, body({ apply_assets: [api.foreignAsset] }));
  expect([only.status, Object.keys(only.json)]).toEqual([400, ['apply_nodes', 'apply_assets']]);
  await expectStatus(
    api.boss.put(`${api.url}${id}/approve/`, body({ apply_assets: [api.foreignAsset, { id: api.asset }] })),
    200,
  );
  expect(await assetsOf(id)).toEqual([api.asset]);
  expect((await permissionOf(id)).org_id).toBe(DEFAULT_ORG_ID);
});

test('an approval cannot move a request to another organization', async () => {
  const { id } = await api.open();
  for (const org_id of [OTHER_ORG_ID, ROOT_ORG_ID, randomUUID()]) {
    const answer = await api.boss.put(`${api.url}${id}/approve/`, body({ org_id }));
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['org_id']]);
  }
  const abroad = api.as({ id: api.boss.id, username: 'boss', org: OTHER_ORG_ID });
  await expectStatus(abroad.put(`${api.url}${id}/approve/`, body()), 200);
  expect((await permissionOf(id)).org_id).toBe(DEFAULT_ORG_ID);
});

test('title, applicant, states and numbers cannot be written', async () => {
  const forged = {
    id: randomUUID(),
    state: 'approved',
    status: 'closed',
    approval_step: 2,
    serial_num: '1',
    process_map: [],
    rel_snapshot: { applicant: 'x' },
    apply_permission_name: 'mine',
    type: 'login_confirm',
    assignees: [api.ann.id],
  };
  const made = await api.open(forged);
  expect(made.id).not.toBe(forged.id);
  expect(made).toMatchObject({
    state: { value: 'pending' },
    type: { value: 'apply_asset' },
    approval_step: { value: 1 },
  });
  expect(made.process_map[0]?.assignees).not.toContain(api.ann.id);
  const edit = body({
    title: 'other',
    comment: 'other',
    applicant: api.stranger.id,
    users: [api.stranger.id],
  });
  await expectStatus(api.boss.put(`${api.url}${made.id}/approve/`, edit), 200);
  expect(await api.ticket(made.id)).toMatchObject({
    title: made.title,
    comment: 'for the release',
    applicant: 'ANN(ann)',
  });
  const { rows } = await api.pool.query(
    'select "user" from perms_assetpermission_users where assetpermission = $1',
    [made.id],
  );
  expect(rows).toEqual([{ user: api.ann.id }]);
});

test('a user who left the organization or was deleted is granted nothing any more', async () => {
  const mover = await api.userWith('mover');
  const { id, title } = await api.open({}, mover);
  await api.pool.query('delete from rbac_rolebinding where "user" = $1', [mover.id]);
  const answer = await api.boss.put(`${api.url}${id}/approve/`, body());
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['applicant']]);
  const bulk = await api.boss.put(`${api.url}bulk/?action=approve`, { tickets: [id] });
  const error = `${title}: The applicant is no longer a member of this organization.`;
  expect([bulk.status, bulk.json]).toEqual([400, { error }]);
  expect(await permissionOf(id)).toBeUndefined();
  expect((await api.ticket(id, mover)).state.value).toBe('pending');
  expect((await mover.post(`${api.url}open/`, api.request())).status).toBe(400);
});

test('a replaced approver keeps assigned tickets; a new one gets only new tickets', async () => {
  const { id } = await api.open();
  await api.setFlow([{ strategy: 'custom_user', assignees: [api.warden.id] }]);
  expect((await api.warden.put(`${api.url}${id}/approve/`, body())).status).toBe(404);
  const later = (await api.open()).id;
  expect((await api.boss.put(`${api.url}${later}/approve/`, body())).status).toBe(404);
  await expectStatus(api.boss.put(`${api.url}${id}/approve/`, body()), 200);
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test("a permission whose name was taken meanwhile gets more of the ticket's id", async () => {
  const made = await api.open();
  const first = { name: made.apply_permission_name, accounts: ['@ALL'] };
  await expectStatus(api.admin.post('/api/v1/perms/asset-permissions/', first), 201);
  await expectStatus(api.boss.put(`${api.url}${made.id}/approve/`, body()), 200);
  const name = `${made.title}-${made.id.slice(0, 8)}`;
  expect(await permissionOf(made.id)).toMatchObject({ name, from_ticket: true });
  expect(await assetsOf(made.id)).toEqual([api.asset]);
  expect(await api.ticket(made.id)).toMatchObject({ apply_permission_name: name });
});

test('an approval whose permission was already created by another user is refused as a whole', async () => {
  const { id } = await api.open();
  const mine = { id, name: `before-${id}`, accounts: ['@ALL'] };
  await expectStatus(api.admin.post('/api/v1/perms/asset-permissions/', mine), 201);
  const answer = await api.boss.put(`${api.url}${id}/approve/`, body());
  expect([answer.status, answer.json]).toEqual([
    400,
    {
      non_field_errors: [
        `Another permission already has the id of this ticket (${id}). It must be deleted before the request can be approved.`,
      ],
    },
  ]);
  expect(await stateOf(id)).toBe('pending');
  await expectStatus(api.admin.delete(`/api/v1/perms/asset-permissions/${id}/`), 204);
  await expectStatus(api.boss.put(`${api.url}${id}/approve/`, body()), 200);
  expect(await assetsOf(id)).toEqual([api.asset]);
});
