import { fieldError } from '@gatehouse/contract/errors.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../engine/context.ts';
import { formOf, readForm } from '../../engine/form.ts';
import { anyOf, uuids } from '../../platform/database.ts';
import { notify } from './notify.ts';

/** Longest message somebody may write, in characters. */
const longest = 20_000;
/** Most people or groups one message may name; more are a broadcast. */
const mostNamed = 1000;

const form = formOf('notifications', 'send', {
  subject: field.text({ required: true, max: 128 }),
  message: field.text({ required: true, multiline: true, max: longest }),
  user_ids: field.list({ maxItem: 36, maxItems: mostNamed, default: [] }),
  group_ids: field.list({ maxItem: 36, maxItems: mostNamed, default: [] }),
  is_broadcast: field.boolean({ default: false }),
});

const peopleOf = async (
  to: { userIds: string[]; groupIds: string[]; isBroadcast: boolean },
  ctx: Context,
): Promise<string[]> => {
  const named = anyOf([
    sql`u.id = any(${uuids(to.userIds)})`,
    sql`u.id in (select g."user" from users_user_groups g where g.usergroup = any(${uuids(to.groupIds)}))`,
  ]);
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select u.id::text as id from users_user u where u.is_active and not u.is_service_account and (${to.isBroadcast ? sql`true` : named})`,
  );
  return rows.map((row) => row.id);
};

/** Sends what somebody wrote to people, to members of groups, or to everybody. */
export const sendMessage = async (body: unknown, ctx: Context): Promise<void> => {
  const given = await readForm(form, body ?? {}, 'create', ctx);
  const people = await peopleOf(
    {
      userIds: given.user_ids as string[],
      groupIds: given.group_ids as string[],
      isBroadcast: given.is_broadcast === true,
    },
    ctx,
  );
  if (people.length === 0) throw fieldError('user_ids', 'required');
  const text = { subject: String(given.subject), html: String(given.message) };
  await notify(people, text, ctx.db, displayOf(ctx.actor));
};
