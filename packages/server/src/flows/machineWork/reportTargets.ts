import type { Message } from '@gatehouse/contract/errors.ts';
import { host } from '@gatehouse/contract/resources/assets/host.ts';
import type { TargetReport } from '@gatehouse/contract/wire/machineWork.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import { storable } from '../../platform/jobs/runs.ts';
import { noteVerified } from '../../resources/accounts/account/statements.ts';
import { noteSearches, type Search } from '../../resources/accounts/gatheredaccount/statements.ts';
import { noteFacts, noteTested } from '../../resources/assets/asset/statements.ts';
import { aboutChange, takeFindings } from '../changeSecret/journal.ts';
import { logTransfers } from '../fileTransfer/logTransfers.ts';
import { takeRemovals } from './removals.ts';
import { endTargets, type Reported, tellWaiting } from './statements.ts';

/** Statuses that say whether a machine or an account can be used, and what they say. */
const connectivityOf: Partial<Record<TargetReport['status'], 'ok' | 'err'>> = {
  ok: 'ok',
  failed: 'err',
  unreachable: 'err',
  refused: 'err',
  timeout: 'err',
};

/** Longest text in the parameters of an error. */
const longestParam = 200;

const storableError = (error: TargetReport['error']): Message | null =>
  error && {
    key: storable(error.key),
    params: Object.fromEntries(
      Object.entries(error.params).map(([name, value]) => [
        storable(name),
        typeof value === 'string' ? storable(value).slice(0, longestParam) : value,
      ]),
    ),
  };

/** The processor's name is shortened further than its field demands, as the reference does. */
const longestProcessor = 48;

/** Facts as a host stores them: those it has fields for, cut to their lengths. */
const factsOf = (facts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(host.fields.gathered_info.fields).flatMap(([name, { max }]) => {
      const fact = facts[name];
      const most = name === 'cpu_model' ? longestProcessor : max;
      return fact === undefined ? [] : [[name, [...storable(fact)].slice(0, most).join('')]];
    }),
  );

type Result = Reported & { report: TargetReport };

type Effect = (results: readonly Result[], at: Date, db: Database, ctx: Context) => Promise<void>;

const findings: Effect = (results, _at, _db, ctx) =>
  takeFindings(
    results.flatMap(({ report: { holds, error, status }, ...target }) =>
      aboutChange(target).map((about) => ({
        ...{ about, holds, isWhole: status === 'ok' },
        failure: storableError(error),
      })),
    ),
    ctx,
  );

/** What was found on each asset, in the latest of its reports. */
const searchesOf = (results: readonly Result[]): Search[] => [
  ...new Map(
    results.flatMap(({ asset, work, report: { status, accounts } }) => {
      if (status !== 'ok' || !accounts) return [];
      const named = accounts.map((account) => [storable(account.username), account] as const);
      const found = [...new Map(named)].flatMap(([username, account]) =>
        username === ''
          ? []
          : [{ ...account, username, address_last_login: storable(account.address_last_login) }],
      );
      return [[asset, { asset, work, accounts: found }] as const];
    }),
  ).values(),
];

/** What the results of a kind of work say about assets and accounts. */
const effects: Record<Reported['kind'], Effect> = {
  ping: async (results, at, db) => {
    const found = results.flatMap(({ asset, used, report }) => {
      const connectivity = connectivityOf[report.status];
      return connectivity ? [{ asset, used, connectivity, status: report.status }] : [];
    });
    await noteTested(
      found.map(({ asset, connectivity }) => ({ id: asset, connectivity })),
      at,
      db,
    );
    // A machine that cannot be reached says nothing about its account.
    const signIns = found.filter(({ status }) => status === 'ok' || status === 'refused');
    await noteVerified(
      signIns.flatMap(({ used, connectivity }) => (used ? { id: used, connectivity } : [])),
      at,
      db,
    );
  },
  gather_facts: (results, _at, db) =>
    noteFacts(
      results.flatMap(({ asset, report: { status, facts } }) =>
        status === 'ok' && facts ? { id: asset, facts: factsOf(facts) } : [],
      ),
      db,
    ),
  verify_account: (results, at, db) =>
    noteVerified(
      results.flatMap(({ used, report }) => {
        const connectivity = connectivityOf[report.status];
        return used && connectivity ? { id: used, connectivity } : [];
      }),
      at,
      db,
    ),
  gather_accounts: (results, _at, db) => noteSearches(searchesOf(results), db),
  change_secret: findings,
  push_account: findings,
  find_secret: findings,
  run_command: (results, _at, db) =>
    logTransfers(
      results.map(({ work, asset, used, report }) => ({
        work,
        asset,
        used,
        isSuccess: report.status === 'ok',
        placed: report.placed,
      })),
      db,
    ),
  remove_account: (results, _at, _db, ctx) =>
    takeRemovals(
      results.flatMap(({ asset, username, org_id: org, user_id: user, report }) =>
        report.status === 'ok' && username ? [{ asset, username, org, user }] : [],
      ),
      ctx,
    ),
};

/**
 * Notes what became of targets, with what that says about assets and accounts. Reports of targets that the runner
 * does not hold, or reported before, are left aside.
 */
export const takeReports = async (
  terminal: string,
  reports: readonly TargetReport[],
  ctx: Context,
): Promise<void> => {
  const { db } = ctx;
  const byId = new Map(reports.map((report) => [report.id.toLowerCase(), report]));
  const ended = await endTargets(
    terminal,
    [...byId.values()].map(({ id, status, error, output, times, exit_code, date_start, date_end }) => ({
      ...{ id, status, output: storable(output), times, exit_code },
      error: storableError(error),
      seconds: Math.max(0, (Date.parse(date_end) - Date.parse(date_start)) / 1000),
    })),
    db,
  );
  const results = ended.flatMap((one): Result[] => {
    const report = byId.get(one.id);
    return report ? [{ ...one, report }] : [];
  });
  const at = new Date();
  for (const kind of new Set(results.map((result) => result.kind)))
    await effects[kind](
      results.filter((result) => result.kind === kind),
      at,
      db,
      ctx,
    );
  if (ended.length) await tellWaiting([...new Set(ended.map(({ work }) => work))], db);
};
