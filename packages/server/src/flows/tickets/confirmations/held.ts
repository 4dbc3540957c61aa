import { type SQL, sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { allHeldApprovals } from '../../../resources/tickets/ticket/relations.ts';
import { commandText } from './commandText.ts';

/** What a rule would ask a reviewer about. */
export type AskedFor = { applicant: string } & (
  | { type: 'login_confirm'; rule: string; ip: string }
  | { type: 'login_asset_confirm'; rule: string; asset: string; account: string; ip: string }
  | { type: 'command_confirm'; session: string; filter: string; command: string }
);

/** An earlier approval that still holds, so that no ticket is needed. */
export type HeldApproval = { ticket: string; until: Date | undefined };

const sameAs = (asked: AskedFor): SQL => {
  if (asked.type !== 'command_confirm') {
    const place = sql`h.apply_from_rule = any(${uuids([asked.rule])}) and h.apply_login_ip = ${asked.ip}`;
    if (asked.type === 'login_confirm') return place;
    return sql`${place} and h.apply_login_asset = any(${uuids([asked.asset])}) and h.apply_login_account = ${asked.account}`;
  }
  // The words of the command are all that is compared, so they have to tell what runs.
  return sql`h.rel_snapshot ->> 'apply_run_doubt' is null and h.apply_from_session = any(${uuids([asked.session])}) and h.apply_run_command = ${asked.command}
    and h.apply_from_cmd_filter_acl = any(${uuids([asked.filter])})`;
};

/**
 * The approval that still holds for exactly this, asked by the same rule: of a sign-in from the same address; of a
 * connection from there to the same asset with the same account; of the same command in the same session. One that was
 * revoked holds for nothing.
 */
export const heldApproval = async (asked: AskedFor, db: Database): Promise<HeldApproval | undefined> => {
  if (asked.type === 'command_confirm' && commandText(asked.command).doubt) return undefined;
  const [found] = await db.rows<{ id: string; until: string | null }>(
    sql`select h.id::text as id, h.date_hold_until as until from ${allHeldApprovals} h
      where h.type = ${asked.type} and h.applicant = any(${uuids([asked.applicant])}) and ${sameAs(asked)}
      order by h.date_hold_until desc nulls first limit 1`,
  );
  return found && { ticket: found.id, until: instantOf(found.until) ?? undefined };
};
