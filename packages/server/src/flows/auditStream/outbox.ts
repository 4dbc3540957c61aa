import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import type { AuditEvent, EventKind } from './event.ts';

/*
 * Triggers add events to `audits_outbox` in the transaction of the row they tell of, while the stream is switched
 * on. An event gets its number when it is taken to be sent, and goes once the receiver has had it for a while.
 */

/** Seconds for which a server may send before another may take over. */
const leaseSeconds = 5;
/** Maximum number of events that wait; the oldest beyond it are lost. */
export const mostWaiting = 1_000_000;
const trimBatch = 5000;

type Stored = { number: number; kind: EventKind; at: Date | string; body: AuditEvent['body'] };

const eventOf = ({ at, ...rest }: Stored): AuditEvent => ({ ...rest, at: new Date(at) });

/** Adds events of rows that are kept in no table, while the stream is switched on. */
export const addEvents = async (kind: EventKind, bodies: readonly object[], db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_outbox (transaction, kind, body)
    select pg_current_xact_id()::text::bigint, ${kind}, e.body
    from jsonb_array_elements(${JSON.stringify(bodies)}::jsonb) as e(body) where audits_outbox_is_on()`);
};

/**
 * Takes or renews the right to send. `kept`: no other server has had it since this one took it; `begun`: one may
 * have had it; undefined: another server has it.
 */
export const holdStream = async (holder: string, db: Database): Promise<'kept' | 'begun' | undefined> => {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const kept = await db.rows(
    sql`update audits_stream set held_until = ${until} where id = 1 and holder = ${holder} returning 1`,
  );
  if (kept.length > 0) return 'kept';
  const begun =
    await db.rows(sql`insert into audits_stream (id, holder, held_until) values (1, ${holder}, ${until})
      on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
      where audits_stream.held_until < now() returning 1`);
  return begun.length > 0 ? 'begun' : undefined;
};

/** Gives the right to send back. */
export const releaseStream = async (holder: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_stream set held_until = now() where id = 1 and holder = ${holder}`);
};

/**
 * Numbers and returns the next events, in order; none if another server has the right to send by now. An event
 * counts once no transaction that may still add an earlier one is open.
 */
export const takeEvents = async (holder: string, limit: number, db: Database): Promise<AuditEvent[]> => {
  const rows = await db.rows<Stored>(sql`with next as (
      select s.seq, row_number() over (order by s.seq) as place from (
        select o.seq from audits_outbox o
        where o.number is null and o.transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        order by o.seq limit ${limit}) s),
    state as (update audits_stream set last = last + (select count(*) from next) where id = 1 and holder = ${holder} returning last)
    update audits_outbox o set number = state.last - (select count(*) from next) + next.place
    from next, state where o.seq = next.seq
    returning coalesce(o.number, 0)::float8 as number, o.kind, o.at, o.body`);
  return rows.map(eventOf).sort((one, other) => one.number - other.number);
};

/** The next events after a number that were taken and are not known to have arrived, in order. */
export const takenEvents = async (after: number, limit: number, db: Database): Promise<AuditEvent[]> =>
  (
    await db.rows<Stored>(sql`select o.number::float8 as number, o.kind, o.at, o.body from audits_outbox o
      where o.number > ${after} order by o.number limit ${limit}`)
  ).map(eventOf);

/** Removes events up to a number: they have arrived. */
export const forgetEvents = async (upTo: number, db: Database): Promise<void> => {
  await db.rows(sql`delete from audits_outbox where number <= ${upTo}`);
};

/** Removes the oldest events beyond the maximum; an event that says how many were lost takes their place. */
export const trimOutbox = async (db: Database, most = mostWaiting): Promise<void> => {
  const [ends] = await db.rows<{ first: number; last: number }>(
    sql`select coalesce(min(seq), 0)::float8 as first, coalesce(max(seq), 0)::float8 as last from audits_outbox`,
  );
  if (!ends || ends.last - ends.first < most) return;
  const from = ends.last - most;
  while (
    await db.transaction(async (tx) => {
      const [gone] = await tx.rows<{
        rows: number;
        lost: number;
        seq: number;
        at: Date | string;
      }>(sql`with old as (
          delete from audits_outbox where seq in (
            select o.seq from audits_outbox o where o.seq <= ${from} order by o.seq limit ${trimBatch})
          returning seq, at, case when kind = 'gap' then (body ->> 'lost')::bigint else 1 end as lost)
        select count(*)::int as rows, coalesce(sum(lost), 0)::float8 as lost, coalesce(max(seq), 0)::float8 as seq,
          coalesce(max(at), now()) as at from old`);
      // The place of the last gap alone: nothing more is to be removed.
      if (!gone || gone.rows === 0 || gone.lost === 0) return false;
      await tx.rows(sql`insert into audits_outbox (seq, transaction, kind, body, at)
        values (${gone.seq}, 0, 'gap', ${JSON.stringify({ lost: gone.lost })}::jsonb, ${new Date(gone.at).toISOString()}::timestamptz)`);
      return gone.rows > 1;
    })
  );
};

/** Waiting events are not counted beyond this number: the panel asks every few seconds. */
const mostCounted = 10_000;

/** How the stream is doing. */
export type StreamState = {
  waiting: number;
  most: number;
  sent: number;
  date_sent: string | null;
  error: string;
};

/** Notes that events were sent, or why not. */
export const noteStream = async (error: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_stream set error = ${error},
    date_sent = case when ${error} = '' then now() else date_sent end where id = 1`);
};

/** How the stream is doing, as the servers last noted. */
export const streamState = async (db: Database, most = mostCounted): Promise<StreamState> => {
  const [found] = await db.rows<{
    waiting: number;
    sent: number;
    date_sent: Date | string | null;
    error: string;
  }>(
    sql`select (select count(*)::int from (select 1 from audits_outbox o where o.number is null limit ${most + 1}) counted) as waiting,
      coalesce(s.last, 0)::float8 as sent, s.date_sent, coalesce(s.error, '') as error
      from (select 1) one left join audits_stream s on s.id = 1`,
  );
  const { date_sent = null, ...rest } = found ?? { waiting: 0, sent: 0, error: '' };
  return { ...rest, most, date_sent: date_sent && new Date(date_sent).toISOString() };
};
