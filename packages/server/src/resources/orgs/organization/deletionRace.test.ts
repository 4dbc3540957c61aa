import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const domains = '/api/v1/assets/domains/';
const organizations = '/api/v1/orgs/orgs/';

const freshOrganization = async (name: string): Promise<string> =>
  ((await api.as({ superuser: true }).post(organizations, { name })).json as { id: string }).id;

/** Blocks writes to a table until the returned function is called. */
const block = async (table: string) => {
  const client = await api.pool.connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  let isBlocked = true;
  const release = async () => {
    if (isBlocked) await client.query('rollback');
    if (isBlocked) client.release();
    isBlocked = false;
  };
  onTestFinished(release);
  return release;
};
const waiting = async () =>
  (
    await api.pool.query(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
  ).rows[0].n;

test('an organization is not deleted while a row is being added to it', async () => {
  const org = await freshOrganization('Busy');
  const release = await block('assets_domain');
  const creating = api.as({ superuser: true, org }).post(domains, { name: 'late' });
  await expect.poll(waiting).toBe(1);
  let isDone = false;
  const deleting = api
    .as({ superuser: true })
    .delete(`${organizations}${org}/`)
    .finally(() => {
      isDone = true;
    });
  await expect.poll(async () => isDone || (await waiting()) === 2).toBe(true);
  await release();
  expect([(await creating).status, (await deleting).status]).toEqual([201, 403]);
});

test('no row is added to an organization that was deleted meanwhile', async () => {
  const org = await freshOrganization('Gone');
  const late = api.as({ superuser: true, org });
  await api.pool.query('delete from assets_node where org_id = $1', [org]);
  await api.pool.query('delete from orgs_organization where id = $1', [org]);
  const { status } = await late.post(domains, { name: 'orphan' });
  const { rows } = await api.pool.query('select 1 from assets_domain where org_id = $1', [org]);
  expect([status, rows]).toEqual([404, []]);
});

test('a deletion that would wait for ever is refused as a conflict', async () => {
  const org = await freshOrganization('Crossed');
  const client = await api.pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  await client.query('select 1 from assets_node where org_id = $1 for update', [org]);
  const deleting = api.as({ superuser: true }).delete(`${organizations}${org}/`);
  await expect.poll(waiting, { interval: 10 }).toBe(1);
  // The database gives up the transaction that has waited longest.
  await client.query('select 1 from orgs_organization where id = $1 for key share', [org]);
  await client.query('rollback');
  expect(await deleting).toMatchObject({ status: 409, json: { code: 'conflict' } });
});
