import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import type { Database } from '../../platform/database.ts';
import type { Place } from '../../platform/statements/aged.ts';
import {
  accountsWithMore,
  type Overfull,
  removeOlderSecrets,
} from '../../resources/accounts/account/statements.ts';
import { retentions, traces } from './retentions.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Plan = {
  'Node Type': string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};
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
const limit = 5_000;
/** Where an earlier batch ended. */
const from = (table: string) => ({
  org: DEFAULT_ORG_ID,
  time: table === 'terminal_command' ? '1' : '2000-01-01 00:00:00+00',
});

test.each([...Object.keys(retentions), ...Object.keys(traces)])(
  'old rows of %s are found by the index of their times, one organization after the other',
  async (table) => {
    const { plans, db } = explaining();
    await retentions[table]?.remove(now, { limit, from: from(table) }, db);
    await retentions[table]?.count(now, limit, db);
    await traces[table]?.remove({ before: now.toISOString(), limit, from: from(table) }, db);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      const conditions = scansOf(plan).map((scan) => scan['Index Cond'] ?? '');
      expect(scansOf(plan).map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
      const byTime = conditions.filter((condition) => /\b(date|time)\w*"? >=.* </.test(condition));
      expect(byTime.length, JSON.stringify(plan)).toBeGreaterThan(0);
      if ([...scoped, ...scopedTraces].includes(table))
        for (const condition of byTime) expect(condition).toContain('org_id = ');
    }
  },
);

/** Notes how many blocks each statement of a removal reads to find its rows. */
const measuring = () => {
  const blocks: number[] = [];
  const rows = async (query: SQL) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query);
    const client = await api.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, params);
      const found = scansOf(rows[0]['QUERY PLAN'][0].Plan).filter((scan) =>
        scan['Index Cond']?.includes(' < '),
      );
      blocks.push(
        found.reduce((sum, scan) => sum + scan['Shared Hit Blocks'] + scan['Shared Read Blocks'], 0),
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
    return api.services.db.rows(query);
  };
  return { blocks, db: { ...api.services.db, rows } as Database };
};

test.each([
  [
    'terminal_command',
    'org_id, timestamp, "user", asset, account, input, output, session, risk_level',
    "$1, i, '', '', '', '', '', '', 0",
  ],
  [
    'audits_passwordchangelog',
    '"user", change_by, remote_addr, datetime',
    "$1::uuid, '', '', to_timestamp(i)",
  ],
])(
  'the last of many batches of %s finds its rows as quickly as the first',
  async (table, columns, values) => {
    const [batches, perBatch] = [10, 500];
    await api.pool.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, $2) i`, [
      DEFAULT_ORG_ID,
      batches * perBatch,
    ]);
    await api.pool.query(`analyze ${table}`);
    const { blocks, db } = measuring();
    let from: Place | undefined;
    for (let batch = 1; batch <= batches; batch += 1) {
      const span = { limit: perBatch, from };
      const removed = await retentions[table]?.remove(now, span, db);
      expect(removed?.gone).toBe(perBatch);
      from = removed?.next;
    }
    expect(blocks[0]).toBeGreaterThan(0);
    expect(blocks.at(-1)).toBeLessThan(2 * (blocks[0] ?? 0));
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
    let total = 0;
    for (let left: readonly Overfull[] | undefined = accounts; left; ) {
      const { gone, next } = await removeOlderSecrets(left, perBatch, tx);
      total += gone;
      left = next;
    }
    expect(total).toBe(removed);
    expect(await readsIn('accounts_historicalaccount', tx)).toBeLessThan(10 * removed);
  });
  const { rows } = await api.pool.query(
    'select count(*)::int as left, max(version)::int as oldest from accounts_historicalaccount group by account',
  );
  expect(rows).toEqual(ids.map(() => ({ left: kept, oldest: kept })));
});
