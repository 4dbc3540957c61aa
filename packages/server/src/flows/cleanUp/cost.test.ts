import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import type { Database } from '../../platform/database.ts';
import { accountsWithMore, removeOlderSecrets } from '../../resources/accounts/account/statements.ts';
import { retentions, traces } from './retentions.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Plan = { 'Node Type': string; 'Index Cond'?: string; 'Relation Name'?: string; Plans?: Plan[] };
const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

/** The plans of statements, while sequential scans cost much, as on tables with many rows. */
const explaining = () => {
  const plans: Plan[] = [];
  const rows = async (query: SQL) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query);
    const client = await api.pool.connect();
    try {
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
      const { rows } = await client.query(`explain (format json) ${text}`, params);
      plans.push((rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan as Plan);
    } finally {
      await client.query('reset enable_seqscan; reset enable_bitmapscan');
      client.release();
    }
    return [];
  };
  return { plans, db: { ...api.services.db, rows } as unknown as Database };
};

const scoped = [
  'audits_operatelog',
  'audits_ftplog',
  'audits_activitylog',
  'terminal_command',
  'terminal_session',
];
const scopedTraces = ['audits_messagelog', 'authentication_connectiontoken'];
const now = new Date();

test.each([...Object.keys(retentions), ...Object.keys(traces)])(
  'old rows of %s are found by the index of their times, one organization after the other',
  async (table) => {
    const { plans, db } = explaining();
    await retentions[table]?.remove(now, 5_000, db);
    await retentions[table]?.count(now, 5_000, db);
    await traces[table]?.remove(now.toISOString(), 5_000, db);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      const conditions = scansOf(plan).map((scan) => scan['Index Cond'] ?? '');
      expect(scansOf(plan).map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
      const byTime = conditions.filter((condition) => /\b(date|time)\w*"? </.test(condition));
      expect(byTime.length, JSON.stringify(plan)).toBeGreaterThan(0);
      if ([...scoped, ...scopedTraces].includes(table))
        for (const condition of byTime) expect(condition).toContain('org_id = ');
    }
  },
);

const [perAccount, kept, perBatch] = [1_000, 3, 100];

/** Rows of a table that the statements of a transaction have read so far. */
const readsIn = async (table: string, tx: Database): Promise<number> => {
  const [row] = await tx.rows<{ reads: string }>(
    sql`select seq_tup_read + idx_tup_fetch as reads from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return Number(row?.reads);
};

test('earlier secrets are removed by reading each a few times, however many batches that takes', async () => {
  const asset = await estateOf(api.pool).asset({ name: 'rotated' });
  const admin = api.as({ superuser: true });
  const ids: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const made = await admin.post('/api/v1/accounts/accounts/', { asset, username: `user-${at}` });
    ids.push((made.json as { id: string }).id);
  }
  await api.pool.query('truncate accounts_historicalaccount');
  await api.pool.query(
    `insert into accounts_historicalaccount (org_id, account, version, history_date, secret_type)
      select $1::uuid, a, v, now() - v * interval '1 hour', 'password' from unnest($2::uuid[]) a, generate_series(1, $3) v`,
    [DEFAULT_ORG_ID, ids, perAccount],
  );
  const removed = ids.length * (perAccount - kept);
  await api.services.unhurried.transaction(async (tx) => {
    const accounts = await accountsWithMore(kept, '00000000-0000-0000-0000-000000000000', ids.length, tx);
    let gone = 0;
    for (let batch = perBatch; batch === perBatch; gone += batch)
      batch = await removeOlderSecrets(accounts, perBatch, tx);
    expect(gone).toBe(removed);
    expect(await readsIn('accounts_historicalaccount', tx)).toBeLessThan(10 * removed);
  });
  const { rows } = await api.pool.query(
    'select count(*)::int as left, max(version)::int as oldest from accounts_historicalaccount group by account',
  );
  expect(rows).toEqual(ids.map(() => ({ left: kept, oldest: kept })));
});
