import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';

/** How work goes on by stages: how many targets there are up to the end of each but the last. */
export type Stages = {
  upTo: readonly number[];
  /** Whether a user decides after the first stage in any case. */
  firstWaits: boolean;
};

/** Notes the stages of new work. Targets that are skipped belong to no stage. */
export const storeStages = async (id: string, { upTo, firstWaits }: Stages, db: Database): Promise<void> => {
  if (upTo.length === 0) return;
  await db.rows(sql`update ops_machinework set first_waits = ${firstWaits}, stages = (
      select array_agg(p.place order by p.place) from (
        select t.place, row_number() over (order by t.place) as turn
        from ops_machinetarget t where t.work = ${id} and t.state = 'waiting') p
      where p.turn in (select s.value::int from jsonb_array_elements_text(${JSON.stringify(upTo)}::jsonb) as s(value)))
    where id = ${id}`);
};

/** Up to which place targets of the work `w` are given; null: all of them. */
export const openPlace = sql`w.stages[w.stage + 1]`;

/**
 * Ends a stage of which all targets have ended: the next begins, or waits for a user, where one failed, none succeeded or
 * the first stage is to be looked at: targets that are skipped when a runner takes them prove nothing. `tell` tells of the wait, in the same transaction. Returns what became of it; undefined if there was no
 * such stage.
 */
export const endStage = async (
  work: string,
  db: Database,
  tell?: (next: number, tx: Database) => Promise<void>,
): Promise<'paused' | 'next' | undefined> =>
  db.transaction(async (tx) => {
    const [ended] = await tx.rows<{ is_paused: boolean }>(sql`update ops_machinework w
      set is_paused = p.is_paused, stage = case when p.is_paused then w.stage else w.stage + 1 end
      from (select o.id, o.stage = 0 and o.first_waits or (
          select count(*) filter (where t.state = 'ok') = 0 or count(*) filter (where t.state not in ('ok', 'skipped')) > 0
          from ops_machinetarget t where t.work = o.id and t.place > coalesce(o.stages[o.stage], 0)
            and t.place <= o.stages[o.stage + 1]) as is_paused
        from ops_machinework o where o.id = ${work} and not o.is_paused and o.date_finished is null and o.stage < cardinality(o.stages)
          and not exists (select 1 from ops_machinetarget t where t.work = o.id and t.place <= o.stages[o.stage + 1]
            and t.state in ('waiting', 'taken')) for update of o) p
      where w.id = p.id returning w.is_paused`);
    if (!ended) return undefined;
    if (ended.is_paused) {
      await tell?.((await pausedStage(work, tx))?.next ?? 0, tx);
      return 'paused';
    }
    await publish(tx, 'work_waits');
    return 'next';
  });

/** Begins the stage that waits for a user after this one; returns whether it did. */
export const beginStage = (work: string, after: number, db: Database): Promise<boolean> =>
  db.transaction(async (tx) => {
    const begun = await tx.rows(sql`update ops_machinework w set is_paused = false, stage = w.stage + 1
      where w.id = ${work} and w.is_paused and w.stage = ${after} and w.date_finished is null returning 1`);
    if (begun.length > 0) await publish(tx, 'work_waits');
    return begun.length > 0;
  });

/** Which of these pieces of work wait for a user. */
export const pausedWorks = async (works: readonly string[], db: Database): Promise<Set<string>> => {
  const rows = await db.rows<{ id: string }>(sql`select w.id::text as id from ops_machinework w
    where w.id = any(${uuids(works)}) and w.is_paused and w.date_finished is null`);
  return new Set(rows.map(({ id }) => id));
};

/** After which stage the work waits for a user, and how many targets come next; undefined if it does not wait. */
export const pausedStage = async (
  work: string,
  db: Database,
): Promise<{ stage: number; next: number } | undefined> => {
  const [row] = await db.rows<{
    stage: number;
    next: number;
  }>(sql`select w.stage::int as stage, (select count(*)::int from ops_machinetarget t
      where t.work = w.id and t.state = 'waiting' and (w.stages[w.stage + 2] is null or t.place <= w.stages[w.stage + 2])) as next
    from ops_machinework w where w.id = ${work}::uuid and w.is_paused and w.date_finished is null`);
  return row;
};
