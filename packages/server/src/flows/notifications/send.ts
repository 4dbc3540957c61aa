import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { sendSiteMessage } from '@gatehouse/contract/calls/notifications.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../engine/context.ts';
import { anyOf, uuids } from '../../platform/database.ts';
import { allGroupMembers, allUsers } from '../../resources/users/user/relations.ts';
import { notify, orgOf } from './notify.ts';

const peopleOf = async (
  to: { userIds: string[]; groupIds: string[]; isBroadcast: boolean },
  ctx: Context,
): Promise<string[]> => {
  const named = anyOf([
    sql`u.id = any(${uuids(to.userIds)})`,
    sql`u.id in (select g."user" from ${allGroupMembers} g where g.usergroup = any(${uuids(to.groupIds)}))`,
  ]);
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select u.id::text as id from ${allUsers} u where u.is_active and not u.is_service_account and (${to.isBroadcast ? sql`true` : named})`,
  );
  return rows.map((row) => row.id);
};

/**
 * Sends a message to users, to members of groups, or to all users; disabled users and components get none.
 */
export const sendMessage = async (input: BodyOf<typeof sendSiteMessage>, ctx: Context): Promise<void> => {
  const people = await peopleOf(
    { userIds: input.user_ids, groupIds: input.group_ids, isBroadcast: input.is_broadcast },
    ctx,
  );
  if (people.length === 0) throw fieldError('user_ids', 'required');
  const text = { subject: input.subject, html: input.message };
  await notify(people, text, ctx.db, { sender: displayOf(ctx.actor), org: orgOf(ctx) });
};
