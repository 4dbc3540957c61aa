import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Reply, startApi } from '../../../../test/api.ts';
import { blockTable, untilWaiting, waitingStatements } from '../../../../test/blockTable.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const domains = '/api/v1/assets/domains/';
const organizations = '/api/v1/orgs/orgs/';

const freshOrganization = async (name: string): Promise<string> =>
  ((await api.as({ superuser: true }).post(organizations, { name })).json as { id: string }).id;

test('an organization is not deleted while a row is being added to it', async () => {
  const org = await freshOrganization('Busy');
  const { release } = await blockTable(api.pool, 'assets_domain');
  const creating = api.as({ superuser: true, org }).post(domains, { name: 'late' });
  await untilWaiting(api.pool);
  let isDone = false;
  const deleting = api
    .as({ superuser: true })
    .delete(`${organizations}${org}/`)
    .finally(() => {
      isDone = true;
    });
  await expect.poll(async () => isDone || (await waitingStatements(api.pool)) === 2).toBe(true);
  await release();
  expect([(await creating).status, (await deleting).status]).toEqual([201, 403]);
});

/**
 * The statuses of a change in an organization and of the organization's deletion, which begins before the
 * change is stored.
 */
const crossed = async (org: string, change: (inside: ReturnType<typeof api.as>) => Promise<Reply>) => {
  const { release } = await blockTable(api.pool, 'audits_operatelog');
  const changing = change(api.as({ superuser: true, org }));
  await untilWaiting(api.pool);
  const deleting = api.as({ superuser: true }).delete(`${organizations}${org}/`);
  await untilWaiting(api.pool, 2);
  await release();
  return [(await changing).status, (await deleting).status];
};

test('an organization is not deleted while its tree gets a node', async () => {
  const org = await freshOrganization('Growing');
  const nodes = '/api/v1/assets/nodes/children/';
  expect(await crossed(org, (inside) => inside.post(nodes, { value: 'late' }))).toEqual([201, 403]);
});

test('an organization is not deleted while it gets a label', async () => {
  const org = await freshOrganization('Labelled');
  const templates = '/api/v1/accounts/account-templates/';
  const made = await api.as({ superuser: true, org }).post(templates, { name: 'root', username: 'root' });
  const template = `${templates}${(made.json as { id: string }).id}/`;
  const labels = ['site:late'];
  expect(await crossed(org, (inside) => inside.patch(template, { labels }))).toEqual([200, 403]);
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

/** Deletes an organization; the deletion waits for a transaction, which then waits for the deletion. */
const deleteCrossed = async (name: string) => {
  const org = await freshOrganization(name);
  const client = await api.pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from assets_node where org_id = $1 for update', [org]);
    const deleting = api.as({ superuser: true }).delete(`${organizations}${org}/`);
    await untilWaiting(api.pool);
    // PostgreSQL aborts whichever transaction detects the deadlock first, after waiting for a second.
    const isDeletionGivenUp = await client
      .query('select 1 from orgs_organization where id = $1 for key share', [org])
      .then(
        () => true,
        (error: { code: string }) => {
          expect(error.code).toBe('40P01');
          return false;
        },
      );
    await client.query('rollback');
    return { isDeletionGivenUp, answer: await deleting };
  } finally {
    client.release();
  }
};

test('a deletion that would wait for ever is refused as a conflict', async () => {
  let outcome = await deleteCrossed('Crossed 0');
  // On a slow machine the other transaction may be so late that it is the one aborted.
  for (let again = 1; !outcome.isDeletionGivenUp; again += 1)
    outcome = await deleteCrossed(`Crossed ${again}`);
  expect(outcome.answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
});
