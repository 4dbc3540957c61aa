import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { confirmationTypes } from '@gatehouse/contract/tickets/confirmation.ts';
import { sql } from 'drizzle-orm';
import type { Row } from '../../../engine/resource.ts';
import { type Database, texts } from '../../../platform/database.ts';

type Standing = Pick<Row<typeof ticket>, 'type' | 'date_created' | 'state' | 'process_map'> & {
  is_revoked: boolean;
};

/** How a ticket stands. */
export const standingOf = async (id: string, db: Database): Promise<Standing | undefined> =>
  (
    await db.rows<Standing>(
      sql`select type, date_created, state, process_map, date_revoked is not null as is_revoked from tickets_ticket where id = ${id}`,
    )
  )[0];

/** Open confirmations that have waited longer than some minutes, the oldest first. */
export const overdueTickets = async (minutes: number, db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id::text as id from tickets_ticket where status = 'open'
      and type = any(${texts(confirmationTypes)}) and date_created < now() - make_interval(mins => ${minutes}::int)
      order by date_created limit 1000`)
  ).map(({ id }) => id);
