import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { confirmationTypes } from '@gatehouse/contract/tickets/confirmation.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, texts } from '../../../platform/database.ts';

/** What a ticket waits for: the users who may decide at its current level, and the organization. */
export type Waiting = Pick<Row<typeof ticket>, 'type' | 'org_id' | 'approval_step' | 'process_map'>;

type Standing = Waiting &
  Pick<Row<typeof ticket>, 'date_created' | 'state'> & {
    is_revoked: boolean;
  };

/** How a ticket stands. */
export const standingOf = async (id: string, db: Database): Promise<Standing | undefined> =>
  (
    await db.rows<Standing>(
      sql`select type, org_id::text as org_id, approval_step, date_created, state, process_map, date_revoked is not null as is_revoked from tickets_ticket where id = ${id}`,
    )
  )[0];

/** Open confirmations that have waited longer than some minutes, the oldest first. */
export const overdueTickets = async (minutes: number, db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id::text as id from tickets_ticket where status = 'open'
      and type = any(${texts(confirmationTypes)}) and date_created < now() - make_interval(mins => ${minutes}::int)
      order by date_created limit 1000`)
  ).map(({ id }) => id);

/** Open confirmations with what they wait for, the oldest first. */
export const openConfirmations = (db: Database): Promise<(Waiting & { id: string })[]> =>
  db.rows(sql`select id::text as id, type, org_id::text as org_id, approval_step, process_map
    from tickets_ticket where status = 'open' and type = any(${texts(confirmationTypes)}) order by date_created limit 1000`);
