import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startReviews } from '../../../test/accessReviews/startReviews.ts';
import { OTHER_ORG_ID } from '../../../test/api.ts';

const url = '/api/v1/perms/access-reviews/';
const day = 86_400_000;

let reviews: Awaited<ReturnType<typeof startReviews>>;
beforeAll(async () => {
  reviews = await startReviews();
});
beforeEach(() => reviews.clear());
afterAll(() => reviews.api.stop());

const decide = (ids: string[], body: object, caller = reviews.admin) =>
  caller.post(`${url}decide/`, { ids, ...body });
/** The review of a permission that nothing used. */
const opened = async (facts: object = {}): Promise<{ permission: string; review: string }> => {
  const permission = await reviews.permission(facts);
  await reviews.run();
  return { permission, review: (await reviews.reviewOf(permission))?.id ?? '' };
};
const endOf = async (permission: string): Promise<number> => {
  const [row] = await reviews.rows<{ at: Date }>(
    'select date_expired as at from perms_assetpermission where id = $1',
    [permission],
  );
  return new Date(row?.at ?? 0).getTime();
};
const lastUseOf = async (permission: string): Promise<number | undefined> => {
  const { json } = await reviews.admin.get(`/api/v1/perms/asset-permissions/${permission}/`);
  const { date_last_used } = json as { date_last_used: string | null };
  return date_last_used ? Math.round((Date.now() - new Date(date_last_used).getTime()) / day) : undefined;
};

test('the latest session of a user, a group, an asset, a node and an account counts as use of a permission', async () => {
  const { permission, session, run, estate, api, ann, root } = reviews;
  const group = await estate.group('desk');
  await api.pool.query('insert into users_user_groups ("user", usergroup) values ($1, $2)', [ann, group]);
  const direct = await permission();
  const indirect = await permission({
    users: [],
    user_groups: [group],
    assets: [],
    nodes: [root],
    accounts: ['@ALL'],
  });
  const ofOther = await permission({ accounts: ['oracle'] });
  const young = await permission({}, { age: 10 });
  await session(20);
  await session(30);
  expect((await run()).used).toBe(2);
  expect([await lastUseOf(direct), await lastUseOf(indirect)]).toEqual([20, 20]);
  expect([await lastUseOf(ofOther), await lastUseOf(young)]).toEqual([undefined, undefined]);
  await api.pool.query('delete from terminal_session');
  expect((await run()).used).toBe(0);
  expect(await lastUseOf(direct)).toBe(20);
});

test('what was not used for 90 days is put before its owner, with whom and what it concerns', async () => {
  const { permission, session, run, reviewOf, told, administrator } = reviews;
  await administrator('cleo');
  const never = await permission({ name: 'never used' }, { created_by: 'CLEO' });
  const orphan = await permission({ accounts: ['oracle'] }, { created_by: 'gone' });
  const used = await permission({ accounts: ['deploy'] });
  const fresh = await permission({ accounts: ['backup'] }, { age: 80 });
  const ending = await permission({
    accounts: ['backup'],
    date_expired: new Date(Date.now() + day).toISOString(),
  });
  await session(10, { account: 'Deploy(deploy)' });
  await session(95, { account: 'oracle' });
  expect(await run()).toMatchObject({ opened: 2, settled: 0, reminded: 0, expired: 0 });
  expect(await reviewOf(never)).toMatchObject({
    ...{ name: 'never used', status: 'open', date_last_used: null, users_amount: '1', assets_amount: '1' },
    reviewers: ['cleo'],
  });
  expect(await reviewOf(orphan)).toMatchObject({
    date_last_used: expect.any(Date),
    reviewers: ['boss', 'cleo'],
  });
  for (const other of [used, fresh, ending]) expect(await reviewOf(other)).toBeUndefined();
  expect(await told()).toEqual(
    ['boss email', 'boss site_msg', 'cleo email', 'cleo site_msg'].map((line) => `access_to_review ${line}`),
  );
  await reviews.api.pool.query("update users_user set is_active = false where username = 'cleo'");
});

test.each([
  [99, 1],
  [101, 0],
  [0, 0],
])('with reviews after %i days, of a permission unused for 100 days %i is opened', async (days, count) => {
  const { permission, run, api } = reviews;
  const review = async (after: number) => {
    await api.services.settings.set({ ACCESS_REVIEW_DAYS: after }, api.services.db);
    await api.services.settings.reload();
  };
  await review(days);
  await permission();
  expect((await run()).opened).toBe(count);
  await review(90);
});

test('two servers at once open and tell a review once, and so does a run that comes after', async () => {
  const { permission, run, rows, told } = reviews;
  await permission();
  await Promise.all([run(), run()]);
  await run();
  expect(await rows('select from perms_accessreview')).toHaveLength(1);
  expect(await told()).toEqual(['access_to_review boss email', 'access_to_review boss site_msg']);
});

test('a server that ends between opening and telling leaves neither; the next run does both', async () => {
  const { permission, run, rows, told, api } = reviews;
  await permission();
  await api.pool.query(`create function gone() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await api.pool.query('create trigger gone before insert on audits_messagelog execute function gone()');
  await expect(run()).rejects.toThrow();
  await api.pool.query('drop function gone cascade');
  expect(await rows('select from perms_accessreview')).toEqual([]);
  await run();
  expect(await told()).toEqual(['access_to_review boss email', 'access_to_review boss site_msg']);
});

test('a confirmed permission is kept for another 90 days; who confirmed it is recorded', async () => {
  const { admin, run, rows, reviewOf, api } = reviews;
  const { permission, review } = await opened();
  expect((await decide([review], { verdict: 'keep', comment: 'yearly audit' })).json).toBe('ok');
  expect((await admin.get(`${url}${review}/`)).json).toMatchObject({
    ...{ status: { value: 'kept' }, decided_by: 'boss(boss)', comment: 'yearly audit', is_overdue: false },
  });
  expect(await rows("select from audits_operatelog where resource_key = 'perms.accessreview'")).toHaveLength(
    1,
  );
  expect((await run()).opened).toBe(0);
  await api.pool.query("update perms_accessreview set date_decided = now() - interval '91 days'");
  expect((await run()).opened).toBe(1);
  expect(await reviewOf(permission)).toMatchObject({ status: 'open' });
});

test('of two decisions at once one counts; the other is told that it came late', async () => {
  const { review, permission } = await opened();
  const before = await endOf(permission);
  const replies = await Promise.all([
    decide([review], { verdict: 'keep' }),
    decide([review], { verdict: 'expire', days: 7 }),
    decide([review], { verdict: 'keep' }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const late = replies.find(({ status }) => status === 409);
  expect(late?.json).toMatchObject({ code: 'review_decided' });
  const hasEnded = replies[1]?.status === 200;
  expect((await endOf(permission)) !== before).toBe(hasEnded);
});

test('a permission that is let expire ends when its reviewer says, and can be given back until then', async () => {
  const { rows, reviewOf, admin } = reviews;
  const { permission, review } = await opened();
  const before = await endOf(permission);
  expect((await decide([review], { verdict: 'expire', days: 31 })).status).toBe(400);
  await decide([review], { verdict: 'expire', days: 7 });
  expect(Math.abs((await endOf(permission)) - Date.now() - 7 * day)).toBeLessThan(60_000);
  expect(await reviewOf(permission)).toMatchObject({ status: 'expired' });
  expect((await admin.post(`${url}restore/`, { ids: [review] })).json).toBe('ok');
  expect(await endOf(permission)).toBe(before);
  expect(await reviewOf(permission)).toMatchObject({ status: 'open', decided_by: '', date_ends: null });
  expect(
    await rows(
      "select from audits_operatelog where resource_key = 'perms.assetpermission' and action = 'update'",
    ),
  ).toHaveLength(2);

  await decide([review], { verdict: 'expire' });
  expect(await endOf(permission)).toBeLessThanOrEqual(Date.now());
  const late = await admin.post(`${url}restore/`, { ids: [review] });
  expect([late.status, late.json]).toEqual([400, expect.objectContaining({ code: 'review_not_restorable' })]);
});

test('an end that was changed since is not overwritten by giving the permission back', async () => {
  const { admin } = reviews;
  const { permission, review } = await opened();
  await decide([review], { verdict: 'expire', days: 7 });
  const date_expired = new Date(Date.now() + 20 * day).toISOString();
  await admin.patch(`/api/v1/perms/asset-permissions/${permission}/`, { date_expired });
  expect((await admin.post(`${url}restore/`, { ids: [review] })).status).toBe(400);
  expect(await endOf(permission)).toBe(new Date(date_expired).getTime());
});

test('the review of a permission that is deleted meanwhile is gone, and comes back with it', async () => {
  const { admin, reviewOf } = reviews;
  const { permission, review } = await opened();
  const address = `/api/v1/perms/asset-permissions/${permission}/`;
  const deleted = await admin.delete(address, undefined, { 'x-undo': '1' });
  expect((await decide([review], { verdict: 'keep' })).status).toBe(404);
  expect(await reviewOf(permission)).toBeUndefined();
  await admin.post('/api/v1/common/undo/', { token: String(deleted.headers['x-undo']) });
  expect(await reviewOf(permission)).toMatchObject({ id: review, status: 'open', reviewers: ['boss'] });
  expect((await decide([review], { verdict: 'keep' })).status).toBe(200);
});

test('a review whose reviewer is disabled is put before the other administrators, who are told', async () => {
  const { permission, run, reviewOf, told, administrator, api } = reviews;
  await administrator('dora');
  const id = await permission({}, { created_by: 'DORA' });
  await run();
  expect(await reviewOf(id)).toMatchObject({ reviewers: ['dora'] });
  await api.pool.query("update users_user set is_active = false where username = 'dora'");
  await api.pool.query('delete from audits_messagelog');
  await run();
  expect(await reviewOf(id)).toMatchObject({ reviewers: ['boss'] });
  expect(await told()).toEqual(['access_to_review boss email', 'access_to_review boss site_msg']);
});

test('reviews of another organization are not found, and deciding takes its permission', async () => {
  const { api, admin } = reviews;
  const { review, permission } = await opened();
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await other.get(`${url}${review}/`)).status).toBe(404);
  expect((await decide([review], { verdict: 'keep' }, other)).status).toBe(404);
  expect((await other.get(url)).json).toEqual([]);
  const reader = api.as({ permissions: ['perms.view_accessreview'] });
  expect((await decide([review], { verdict: 'keep' }, reader)).status).toBe(403);
  expect((await reader.get(`${url}${review}/users/`)).status).toBe(403);
  const before = await endOf(permission);
  const half = api.as({ permissions: ['perms.view_accessreview', 'perms.change_accessreview'] });
  expect((await decide([review], { verdict: 'expire' }, half)).status).toBe(403);
  expect(await endOf(permission)).toBe(before);
  expect((await admin.get(`${url}?mine=true&status=open`)).json).toHaveLength(1);
  expect((await half.get(`${url}?mine=true`)).json).toEqual([]);
});

test('a review without a decision is overdue and reminded once a week; nothing expires unless a setting says so', async () => {
  const { run, told, api, admin, rows } = reviews;
  const { permission, review } = await opened();
  const before = await endOf(permission);
  await api.pool.query('delete from audits_messagelog');
  await api.pool.query(
    "update perms_accessreview set date_created = now() - interval '40 days', date_reminded = now() - interval '8 days'",
  );
  expect((await admin.get(`${url}?is_overdue=true`)).json).toMatchObject([{ id: review, is_overdue: true }]);
  const runs = await Promise.all([run(), run()]);
  expect(runs.map(({ reminded }) => reminded).toSorted()).toEqual([0, 1]);
  expect(await told()).toEqual(['access_review_overdue boss email', 'access_review_overdue boss site_msg']);
  expect(await endOf(permission)).toBe(before);

  await api.services.settings.set({ ACCESS_REVIEW_EXPIRE_DAYS: 30 }, api.services.db);
  await api.services.settings.reload();
  expect((await run()).expired).toBe(1);
  await api.services.settings.set({ ACCESS_REVIEW_EXPIRE_DAYS: 0 }, api.services.db);
  await api.services.settings.reload();
  expect(Math.abs((await endOf(permission)) - Date.now() - 7 * day)).toBeLessThan(60_000);
  expect(
    await rows(`select "user", action from audits_operatelog where resource_id = $1 and "user" = 'System'`, [
      permission,
    ]),
  ).toEqual([{ user: 'System', action: 'update' }]);
  expect((await admin.post(`${url}restore/`, { ids: [review] })).json).toBe('ok');
  expect(await endOf(permission)).toBe(before);
});

test('a permission that is used again, or switched off, needs no decision any more', async () => {
  const { run, session, reviewOf, admin } = reviews;
  const { permission } = await opened();
  const { permission: off } = await opened({ accounts: ['oracle'] });
  await session(1);
  await admin.patch(`/api/v1/perms/asset-permissions/${off}/`, { is_active: false });
  expect((await run()).settled).toBe(2);
  expect([await reviewOf(permission), await reviewOf(off)]).toMatchObject([
    { status: 'settled', open_for: null },
    { status: 'settled' },
  ]);
});

test('whom and what a review concerns is listed, each with the latest session through the permission', async () => {
  const { session, admin, ann, asset, estate, root } = reviews;
  const bob = await estate.user('bob');
  await estate.asset({ name: 'web-2', nodes: [root] });
  await session(95);
  await session(5, { account: 'other' });
  const { review } = await opened({ users: [ann, bob], assets: [], nodes: [root] });
  const users = (await admin.get(`${url}${review}/users/?limit=10`)).json as { results: object[] };
  expect(users.results).toEqual([
    { user: ann, user_display: 'ANN(ann)', date_last_used: expect.any(String) },
    { user: bob, user_display: 'BOB(bob)', date_last_used: null },
  ]);
  const assets = (await admin.get(`${url}${review}/assets/?limit=10`)).json as { results: object[] };
  expect(assets.results).toEqual([
    { asset, asset_display: 'web-1(10.0.0.1)', date_last_used: expect.any(String) },
    { asset: expect.any(String), asset_display: 'web-2(10.0.0.1)', date_last_used: null },
  ]);
});
