import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { cleanUp } from './cleanUp.ts';
import { retentions, traces } from './retentions.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
  const { settings, db } = api.services;
  await settings.set(kept, db);
  await settings.reload();
});
afterAll(() => api.stop());

/** Each setting has a number of days of its own, so that none passes for another. */
const kept = {
  LOGIN_LOG_KEEP_DAYS: 31,
  OPERATE_LOG_KEEP_DAYS: 32,
  FTP_LOG_KEEP_DAYS: 33,
  ACTIVITY_LOG_KEEP_DAYS: 34,
  TASK_LOG_KEEP_DAYS: 35,
  TERMINAL_SESSION_KEEP_DURATION: 36,
  PASSWORD_CHANGE_LOG_KEEP_DAYS: 37,
  JOB_EXECUTION_KEEP_DAYS: 38,
} as const;
const [dayMs, marginMs] = [86_400_000, 60_000];
const now = new Date();

/** When rows of a table grow old, and what must be true of those that go. */
const aged: Record<string, { column: string; facts?: object; isSeconds?: true }> = {
  audits_userloginlog: { column: 'datetime' },
  audits_operatelog: { column: 'datetime' },
  accounts_integrationlog: { column: 'datetime', facts: { application: null } },
  audits_ftplog: { column: 'date_start' },
  audits_activitylog: { column: 'datetime' },
  ops_celerytaskexecution: { column: 'date_published', facts: { state: 'done' } },
  ops_jobexecution: { column: 'date_created', facts: { status: 'success' } },
  ops_job: { column: 'date_created', facts: { instant: true } },
  audits_joblog: { column: 'date_start' },
  ops_machinework: { column: 'date_created', facts: { date_finished: now.toISOString() } },
  terminal_command: { column: 'timestamp', isSeconds: true },
  terminal_session: { column: 'date_start', facts: { is_finished: true } },
  audits_passwordchangelog: { column: 'datetime' },
  terminal_status: { column: 'date_created' },
  terminal_task: { column: 'date_created', facts: { is_finished: true } },
  notifications_sitemessage: { column: 'date_created' },
  audits_messagelog: { column: 'date_created' },
  authentication_connectiontoken: { column: 'date_expired' },
};

const daysOf = (table: string): number => {
  const setting = retentions[table]?.days;
  return setting ? kept[setting as keyof typeof kept] : (traces[table]?.days ?? 0);
};

const blank: Record<string, unknown> = {
  boolean: false,
  jsonb: {},
  uuid: '00000000-0000-4000-8000-000000000001',
  'timestamp with time zone': now.toISOString(),
};

/** A value for each column that needs one. */
const blankRow = async (table: string): Promise<Record<string, unknown>> => {
  const { rows } = await api.pool.query(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = $1 and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    [table],
  );
  const blankOf = (type: string) => blank[type] ?? (/int|numeric|double|real/.test(type) ? 0 : randomUUID());
  return Object.fromEntries(rows.map(({ name, type }) => [name, blankOf(type)]));
};

const add = async (table: string, moment: number, org = DEFAULT_ORG_ID): Promise<string> => {
  const { column, facts, isSeconds } = aged[table] as (typeof aged)[string];
  const time = isSeconds ? Math.floor(moment / 1000) : new Date(moment).toISOString();
  const blanks = await blankRow(table);
  const row = {
    ...blanks,
    ...('org_id' in blanks && { org_id: org }),
    ...{ id: randomUUID(), [column]: time },
    ...facts,
  };
  const names = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ');
  await api.pool.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  return row.id;
};

const tables = [...Object.keys(retentions), ...Object.keys(traces)];
const clean = () => {
  const { settings, blobs, unhurried: db } = api.services;
  return cleanUp({ db, settings, blobs, now: () => now });
};
const left = async (table: string): Promise<string[]> =>
  (await api.pool.query(`select id::text as id from ${table}`)).rows.map(({ id }) => id);

test('of each kind of data what is past its days goes, in every organization, and what is a minute younger stays', async () => {
  expect(Object.keys(aged)).toEqual(tables);
  const young = new Map<string, string>();
  await api.pool.query(`truncate ${tables.join(', ')} cascade`);
  for (const table of tables) {
    const limit = now.getTime() - daysOf(table) * dayMs;
    for (const org of [DEFAULT_ORG_ID, OTHER_ORG_ID, randomUUID()]) await add(table, limit - marginMs, org);
    young.set(table, await add(table, limit + marginMs));
  }
  const removed = await clean();
  for (const table of tables) {
    expect([table, removed[table]]).toEqual([table, 3]);
    expect([table, await left(table)]).toEqual([table, [young.get(table)]]);
  }
});

test.each([
  ['ops_celerytaskexecution', { state: 'running' }],
  ['terminal_session', { is_finished: false }],
  ['terminal_task', { is_finished: false }],
])('old rows of %s with %j are still needed', async (table, facts) => {
  const id = await add(table, now.getTime() - 400 * dayMs);
  const [[name, value]] = Object.entries(facts) as [[string, unknown]];
  await api.pool.query(`update ${table} set "${name}" = $1 where id = $2`, [value, id]);
  await clean();
  expect(await left(table)).toContain(id);
});

test('old work on machines is still needed while its run goes on', async () => {
  const old = now.getTime() - 400 * dayMs;
  const [going, ended] = [await add('ops_machinework', old), await add('ops_machinework', old)];
  const run = await add('ops_celerytaskexecution', old);
  await api.pool.query("update ops_celerytaskexecution set id = $1, state = 'running' where id = $2", [
    going,
    run,
  ]);
  await clean();
  const kept = await left('ops_machinework');
  expect([kept.includes(going), kept.includes(ended)]).toEqual([true, false]);
});

test('old jobs that a page lists, that have a schedule or of which a run is left are kept; transfers go as quick jobs do', async () => {
  const old = now.getTime() - 400 * dayMs;
  const job = async (facts: string): Promise<string> => {
    const id = await add('ops_job', old);
    await api.pool.query(`update ops_job set ${facts} where id = $1`, [id]);
    return id;
  };
  const transfer = await job("instant = false, type = 'upload_file'");
  const kept = [await job('instant = false'), await job('is_periodic = true'), await job('instant = true')];
  const run = await add('ops_jobexecution', now.getTime());
  await api.pool.query('update ops_jobexecution set job = $1 where id = $2', [kept[2], run]);
  await clean();
  const ids = await left('ops_job');
  expect(ids).toEqual(expect.arrayContaining(kept));
  expect(ids).not.toContain(transfer);
});

test('a removal that is stopped goes on where rows are left, in every organization, also among rows of one time', async () => {
  const { settings, blobs, unhurried } = api.services;
  const orgs = [OTHER_ORG_ID, DEFAULT_ORG_ID, randomUUID()];
  await api.pool.query('truncate terminal_command');
  await api.pool.query(
    `insert into terminal_command (org_id, timestamp, "user", asset, account, input, output, session, risk_level)
      select o::uuid, i / 3000, '', '', '', '', '', '', 0 from unnest($1::text[]) o, generate_series(1, 7000) i`,
    [orgs],
  );
  const stopping = new AbortController();
  const rows: typeof unhurried.rows = async (...statement) => {
    const found = await unhurried.rows<{ gone?: number }>(...statement);
    if (found[0]?.gone === 5000) stopping.abort();
    return found as never;
  };
  const stopped = cleanUp({
    ...{ settings, blobs, now: () => now },
    ...{ db: { ...unhurried, rows }, signal: stopping.signal },
  });
  await expect(stopped).rejects.toThrow();
  expect(await left('terminal_command')).toHaveLength(3 * 7000 - 5000);
  expect((await clean()).terminal_command).toBe(3 * 7000 - 5000);
  expect(await left('terminal_command')).toEqual([]);
});
