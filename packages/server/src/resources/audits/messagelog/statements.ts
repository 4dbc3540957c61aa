import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import {
  type Aged,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';
import { allUsers } from '../../users/user/relations.ts';

/** A delivery that a server has taken. */
export type Due = {
  id: string;
  org_id: string;
  message_type: string;
  backend: string;
  attempts: number;
  user: string | null;
  text: unknown;
  date_created: Date | string;
  /** When it arrived before, of a delivery that is to be sent again. */
  date_sent: Date | string | null;
};

/** A message as deliveries keep it. */
type Kept = { type: string; text: unknown; org: string };

/** Adds a delivery of a message to each user on each way; those on the site are done with it. */
export const addUserDeliveries = async (
  people: readonly string[],
  { type, text, org }: Kept,
  backends: readonly string[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_messagelog
      (id, org_id, message_type, receiver, "user", backend, state, attempts, error, text, date_created, date_due, date_sent)
    select gen_random_uuid(), ${org}::uuid, ${type}, left(u.name || '(' || u.username || ')', 512), u.id, b.name,
      case b.name when 'site_msg' then 'sent' else 'waiting' end, case b.name when 'site_msg' then 1 else 0 end, '',
      ${JSON.stringify(text)}::jsonb, now(), now(), case b.name when 'site_msg' then now() end
    from ${allUsers} u, unnest(${texts(backends)}) as b(name)
    where u.id = any(${uuids(people)}) and not u.is_service_account`);
};

/** Adds a delivery that goes to a place instead of a user. */
export const addPlaceDelivery = async (
  { type, text, org }: Kept,
  backend: string,
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_messagelog
      (id, org_id, message_type, receiver, backend, state, attempts, error, text, date_created, date_due)
    values (gen_random_uuid(), ${org}::uuid, ${type}, ${backend}, ${backend}, 'waiting', 0, '',
      ${JSON.stringify(text)}::jsonb, now(), now())`);
};

/** Lists a delivery that is over, without its text; `error` is empty when it arrived. */
export const noteDelivery = async (
  delivery: { user: string; type: string; backend: string; error: string },
  db: Database,
): Promise<void> => {
  const { user, type, backend, error } = delivery;
  await db.rows(sql`insert into audits_messagelog
      (id, org_id, message_type, receiver, "user", backend, state, attempts, error, date_created, date_sent)
    select gen_random_uuid(), ${SYSTEM_ORG_ID}::uuid, ${type}, left(u.name || '(' || u.username || ')', 512), u.id,
      ${backend}, ${error ? 'failed' : 'sent'}, 1, left(${error}, 1024), now(), ${error ? sql`null` : sql`now()`}
    from ${allUsers} u where u.id = ${user}`);
};

/**
 * Takes the next due delivery for a server; one that is neither completed nor postponed becomes due again after ten
 * minutes, or once its server is gone.
 */
export const takeDue = async (
  backends: readonly string[],
  carrier: string,
  db: Database,
): Promise<Due | undefined> =>
  (
    await db.rows<Due>(sql`update audits_messagelog set date_due = now() + interval '10 minutes', carrier = ${carrier}
      where id = (select t.id from audits_messagelog t
        where t.state = 'waiting' and t.date_due <= now() and t.backend = any(${texts(backends)})
        order by t.date_due limit 1 for update skip locked)
      returning id::text as id, org_id::text as org_id, message_type, backend, attempts::int as attempts, "user"::text as "user", text,
        date_created, date_sent`)
  )[0];

/** Makes the deliveries due that a server had on their way which is gone. */
export const giveBackDeliveries = async (carrier: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update audits_messagelog set date_due = now(), carrier = null where state = 'waiting' and carrier = ${carrier}`,
  );
};

/** The text of a message by key with the subject of its own with which it left, if it has one. */
const withSubject = (subject: string | undefined): SQL => sql`case
  when text ->> 'key' is null or text ->> 'subject' is not distinct from ${subject ?? null}::text then text
  else (text - 'subject') || jsonb_strip_nulls(jsonb_build_object('subject', ${subject ?? null}::text)) end`;

/** Records that a message was delivered, and with which subject of its own. */
export const markSent = async ({ id }: Due, subject: string | undefined, db: Database): Promise<void> => {
  await db.rows(sql`update audits_messagelog set text = ${withSubject(subject)}, state = 'sent', attempts = attempts + 1, error = '', date_sent = now(),
    date_due = null, carrier = null where id = ${id}`);
};

/** Records a failed attempt: the next comes after `minutes`, without them none does. */
export const markFailed = async (
  { id }: Due,
  failure: { error: string; minutes: number | undefined; subject: string | undefined },
  db: Database,
): Promise<void> => {
  const { error, minutes, subject } = failure;
  await db.rows(sql`update audits_messagelog set text = ${withSubject(subject)}, state = ${minutes === undefined ? 'failed' : 'waiting'},
    attempts = attempts + 1, error = left(${error}, 1024), carrier = null,
    date_due = case when ${minutes !== undefined} then now() + make_interval(mins => ${minutes ?? 0}) end
    where id = ${id}`);
};

/** Removes a delivery that has no receiver on its way. */
export const dropDelivery = ({ id }: Pick<Due, 'id'>, db: Database): Promise<unknown> =>
  db.rows(sql`delete from audits_messagelog where id = ${id}`);

/** Removes what waits for ways that are not set up. */
export const dropWaitingFor = async (backends: readonly string[], db: Database): Promise<void> => {
  await db.rows(
    sql`delete from audits_messagelog where state = 'waiting' and backend = any(${texts(backends)})`,
  );
};

/** Makes a delivery due again, with all its attempts; returns whether it is one that can be sent again. */
export const sendAgain = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update audits_messagelog set state = 'waiting', attempts = 0, error = '', date_due = now(), carrier = null
      where id = ${id} and text is not null and backend <> 'site_msg' returning 1`)
  ).length > 0;

/** Deliveries, by when they began. */
const deliveries: Aged = {
  table: sql`audits_messagelog`,
  time: sql`t.date_created`,
  order: sql`t.date_created nulls first`,
  ...each,
  ...moments,
};

/** Removes a batch of old deliveries. */
export const removeDeliveriesBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(deliveries, oldestOfEach(deliveries, span), span, db);
