import type { Message } from '@gatehouse/contract/errors.ts';
import type { TimedOutput } from '@gatehouse/contract/ops/outputCast.ts';
import type { TargetOutput } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import { containing, type Database, texts, uuids } from '../../platform/database.ts';
import { storable } from '../../platform/jobs/runs.ts';
import type { TargetState } from './statements.ts';

/**
 * Keeps what commands have printed so far on targets that a runner holds. A text replaces what was sent earlier from
 * its position on, so that a repetition changes nothing.
 */
export const keepOutput = async (
  terminal: string,
  outputs: readonly TargetOutput[],
  db: Database,
): Promise<void> => {
  if (outputs.length === 0) return;
  const sent = outputs.map(({ id, from, text, progress }) => ({
    id,
    at: from,
    text: storable(text),
    progress,
  }));
  await db.rows(sql`update ops_machinetarget t set output = left(t.output, o.at) || o.text, progress = coalesce(o.progress, t.progress)
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as o(id uuid, at int, text text, progress int)
    where t.id = any(${uuids(outputs.map(({ id }) => id))}) and t.id = o.id and t.terminal = ${terminal} and t.state = 'taken'
      and length(t.output) >= o.at`);
};

/** Whether there is work of this id. */
export const hasWork = async (id: string, db: Database): Promise<boolean> =>
  (await db.rows(sql`select 1 from ops_machinework w where w.id = ${id}::uuid`)).length > 0;

/** The state and outcome of a target. */
export type Result = {
  work: string;
  id: string;
  asset: string;
  name: string;
  state: TargetState;
  exit_code: number | null;
  seconds: number | null;
  error: Message | null;
};

/** How the targets of works are doing, in their order: all of them, or the first of each work. */
export const resultsOf = (works: readonly string[], db: Database, most?: number): Promise<Result[]> =>
  db.rows<Result>(sql`select w.id::text as work, t.id::text as id, t.asset::text as asset, t.name, t.state,
      t.exit_code::int as exit_code, t.seconds::float as seconds, t.error
    from unnest(${uuids(works)}) as w(id) cross join lateral (
      select o.id, o.place, o.asset, o.name, o.state, o.exit_code, o.seconds, o.error
      from ops_machinetarget o where o.work = w.id order by o.place limit ${most ?? null}::bigint) t
    order by w.id, t.place`);

/** How many targets of some work are in each state. */
export const statesOf = (work: string, db: Database): Promise<{ state: TargetState; count: number }[]> =>
  db.rows(
    sql`select t.state, count(*)::int as count from ops_machinetarget t where t.work = ${work}::uuid group by t.state`,
  );

/** Which targets of some work, in their order; without states, those in any state. */
type Part = {
  work: string;
  search: string;
  states: readonly TargetState[] | undefined;
  limit: number;
  offset: number;
};

/**
 * A part of the targets of some work, in their order, with how much each printed and, of those that ended, a mark that
 * is the same for the same text. Outputs of those that a runner reported are not read, unless they are searched.
 */
export const targetsPrinted = (
  { work, search, states, limit, offset }: Part,
  db: Database,
): Promise<(Result & { size: number; mark: string; progress: number | null })[]> =>
  db.rows(sql`select t.work::text as work, t.id::text as id, t.asset::text as asset, t.name, t.state, t.exit_code::int as exit_code,
      t.seconds::float as seconds, t.error, t.progress::int as progress, coalesce(t.output_size, length(t.output))::int as size,
      case when t.date_end is null then '' else coalesce(t.output_mark, left(md5(t.output), 12)) end as mark
    from (select * from ops_machinetarget o where o.work = ${work}::uuid and ${search === '' ? sql`true` : sql`o.output ilike ${containing(search)}`}
        and (${states ? sql`o.state = any(${texts(states)})` : sql`true`})
      order by o.place limit ${limit}::bigint offset ${offset}::bigint) t order by t.place`);

/** The output of one target, from a position on. */
export const outputOf = async (
  { work, id, from }: { work: string; id: string; from: number },
  db: Database,
): Promise<{ text: string; state: TargetState; is_timed: boolean } | undefined> =>
  (
    await db.rows<{
      text: string;
      state: TargetState;
      is_timed: boolean;
    }>(sql`select substr(t.output, ${from}::int + 1) as text, t.state, t.output_times is not null as is_timed
      from ops_machinetarget t where t.work = ${work}::uuid and t.id = ${id}::uuid`)
  )[0];

/** The output of one target with its times; undefined where these are not known. */
export const timedOutputOf = async (
  { work, id }: { work: string; id: string },
  db: Database,
): Promise<TimedOutput | undefined> =>
  (
    await db.rows<TimedOutput>(sql`select t.name, t.output as text, t.output_times as times, coalesce(t.seconds, 0)::float as seconds,
        coalesce(floor(extract(epoch from t.date_end) - coalesce(t.seconds, 0)), 0)::float as began
      from ops_machinetarget t where t.work = ${work}::uuid and t.id = ${id}::uuid and t.output_times is not null`)
  )[0];

/** Whether a runner holds a target of some work. */
export const holdsTargetOf = async (
  { work, terminal }: { work: string; terminal: string },
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from ops_machinetarget t
      where t.work = ${work}::uuid and t.state = 'taken' and t.terminal = ${terminal}::uuid limit 1`)
  ).length > 0;

/** The packed files of some work of which a runner holds a target. */
export const packedFilesOf = async (
  { work, terminal }: { work: string; terminal: string },
  db: Database,
): Promise<Buffer | undefined> =>
  (
    await db.rows<{
      files: Buffer | null;
    }>(sql`select w.files from ops_machinework w where w.id = ${work}::uuid
      and exists (select 1 from ops_machinetarget t where t.work = w.id and t.state = 'taken' and t.terminal = ${terminal}::uuid)`)
  )[0]?.files ?? undefined;
