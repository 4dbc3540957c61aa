import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { confirmationTypes } from '@gatehouse/contract/tickets/confirmation.ts';
import { sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';

/** Locks a ticket until the transaction ends; other rows may still refer to it. */
export const lockTicket = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`select 1 from tickets_ticket where id = ${id} for no key update`);
};

type TicketDay = { day: string; state: 'pending' | 'approved' | 'rejected' | 'closed'; count: number };

/** Tickets that a command filter opened since a day, by day and state. */
export const ticketsOfFilter = (
  filter: string,
  { from, zone }: { from: string; zone: string },
  db: Database,
): Promise<TicketDay[]> =>
  db.rows<TicketDay>(sql`select to_char(t.date_created at time zone ${zone}, 'YYYY-MM-DD') as day, t.state, count(*)::int as count from tickets_ticket t
    where t.type = 'command_confirm' and t.apply_from_cmd_filter_acl = ${filter} and t.date_created >= ${from}::timestamp at time zone ${zone} group by 1, 2`);

/** Tickets that a rule about sign-ins or connections opened since a day, by day and state. */
export const ticketsOfRule = (
  { type, rule }: { type: 'login_confirm' | 'login_asset_confirm'; rule: string },
  { from, zone }: { from: string; zone: string },
  db: Database,
): Promise<TicketDay[]> =>
  db.rows<TicketDay>(sql`select to_char(t.date_created at time zone ${zone}, 'YYYY-MM-DD') as day, t.state, count(*)::int as count from tickets_ticket t
    where t.type = ${type} and t.apply_from_rule = ${rule} and t.date_created >= ${from}::timestamp at time zone ${zone} group by 1, 2`);

/** What an approval opens: a web session, a bearer token by its hash, or a session on a machine. */
export type OpenedKind = 'web' | 'token' | 'session';

/**
 * Whether an approval stands, for what it opens in this transaction: a revocation waits until it ends.
 */
export const holdApproval = async (ticket: string, db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from tickets_ticket where id = ${ticket} and state = 'approved' and date_revoked is null for no key update`,
    )
  ).length > 0;

/** Whether an approval was taken back. */
export const isRevoked = async (ticket: string, db: Database): Promise<boolean> =>
  (await db.rows(sql`select 1 from tickets_ticket where id = ${ticket} and date_revoked is not null`))
    .length > 0;

/**
 * Whether a ticket is about what a rule asks for a user at an address; an approval for some minutes is so until they
 * are over.
 */
export const isTicketFor = async (
  ticket: string,
  { rule, ip }: { rule: string; ip: string },
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from tickets_ticket where id = ${ticket} and apply_from_rule = ${rule}
      and apply_login_ip = ${ip.slice(0, 64)} and (state <> 'approved' or hold <> 'minutes' or date_hold_until > now())`)
  ).length > 0;

/** Notes what an approval has opened. */
export const noteOpened = async (
  ticket: string,
  { kind, id }: { kind: OpenedKind; id: string },
  db: Database,
): Promise<void> => {
  const what = `${kind}:${id}`;
  await db.rows(sql`update tickets_ticket set opened = opened || jsonb_build_array(${what}::text)
    where id = ${ticket} and not opened ? ${what}::text`);
};

/**
 * The last approvals that may hold, of tickets in which a user takes part, and of some types in some organizations, or
 * in all of them. Sign-ins belong to no organization.
 */
export const approvalsThatMayHold = async (
  { user, types, orgs }: { user: string; types: readonly string[]; orgs: readonly string[] | undefined },
  db: Database,
): Promise<{ id: string; type: (typeof confirmationTypes)[number] }[]> =>
  db.rows<{ id: string; type: (typeof confirmationTypes)[number] }>(sql`select t.id::text as id, t.type
    from tickets_ticket t
    where t.type = any(${texts(confirmationTypes)}) and t.state = 'approved' and t.date_revoked is null
      and (t.type <> 'command_confirm' or t.hold = 'session' or t.date_hold_until > now())
      and t.date_updated > now() - interval '30 days'
      and (t.applicant::text = ${user} or t.assignees @> jsonb_build_array(${user}::text) or (t.type = any(${texts(types)})
          and (t.type = 'login_confirm' or ${orgs === undefined}::boolean or t.org_id = any(${uuids(orgs ?? [])}))))
    order by t.date_updated desc limit 200`);

/** Users who still belong to the organization of a ticket with the alias `t`; system administrators belong to every one. */
const isStillOf = (user: string) =>
  sql`exists (select 1 from ${allRoleBindings} b where b."user" = ${user} and (b.org = t.org_id or b.role = ${builtinRoles.systemAdmin.id}))`;

/**
 * Of these sessions, those that tickets are about or have made possible which were assigned to a user, at any level;
 * none of organizations that the user has left.
 */
export const sessionsAssignedTo = async (
  user: string,
  sessions: readonly string[],
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select s.id::text as id from unnest(${uuids(sessions)}) as s(id)
      where exists (select 1 from tickets_ticket t where t.linked_session = s.id
          and t.assignees @> jsonb_build_array(${user}::text) and ${isStillOf(user)})
        or exists (select 1 from tickets_ticket t where t.type = 'login_asset_confirm'
          and t.opened ? ('session:' || s.id) and t.assignees @> jsonb_build_array(${user}::text) and ${isStillOf(user)})`)
  ).map(({ id }) => id);
