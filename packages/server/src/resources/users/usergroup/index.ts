import type { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { guardRank, type Holder, holderRefusals } from '../../rank.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { allGroupMembers, memberTable } from '../user/relations.ts';

const memberIds = async (group: string, ctx: Context): Promise<string[]> => {
  const rows = await ctx.db.rows<{ user: string }>(
    sql`select m."user"::text as "user" from ${allGroupMembers} m where m.usergroup = ${group}`,
  );
  return rows.map(({ user }) => user);
};

/** Users who would join or leave a group must not rank above the caller; the others do not matter. */
const beforeWrite = async ({
  ctx,
  before,
  values,
}: WriteEvent<typeof usergroup>): Promise<Values<typeof usergroup>> => {
  if (!values.users) return {};
  const [had, has] = [new Set(before ? await memberIds(before.id, ctx) : []), new Set(values.users)];
  const changed = [...[...had].filter((id) => !has.has(id)), ...[...has].filter((id) => !had.has(id))];
  const org = before?.org_id ?? ctx.org.id;
  await guardRank(
    changed.map((user) => ({ user, org })),
    ctx,
  );
  return {};
};

/** The ranks of users count as well when an undo lets them join or leave a group. */
const beforeUndo: Behaviour<typeof usergroup>['beforeUndo'] = async (rows, { links }, ctx) => {
  const orgs = new Map(rows.map(({ id, org_id }) => [id, org_id]));
  const members = links.filter(({ table }) => table === memberTable).map(({ row }) => row);
  await guardRank(
    members.map(({ user, usergroup: group }) => ({
      user: String(user),
      org: orgs.get(String(group)) ?? null,
    })),
    ctx,
  );
};

/** Rule: nobody deletes a group, and with it what it grants, of users who rank higher. */
const outranked = async (rows: Row<typeof usergroup>[], ctx: Context) => {
  // For each role that members hold, one of them stands for all: groups may be large.
  const held = await ctx.db.rows<{ of: string; user: string }>(
    sql`select distinct on (m.usergroup, b.role, b.org) m.usergroup::text as of, m."user"::text as "user"
      from ${allGroupMembers} m join ${allRoleBindings} b on b."user" = m."user"
      where m.usergroup = any(${uuids(rows.map(({ id }) => id))}) and m."user" <> ${ctx.actor.id}`,
  );
  const orgs = new Map(rows.map(({ id, org_id }) => [id, org_id]));
  const holders = held.map(({ of, user }): Holder => ({ of, user, org: orgs.get(of) ?? null }));
  return holderRefusals(rows, holders, ctx);
};

/** Groups: who belongs to them changes only as the ranks of those users allow. */
export const userGroupBehaviour = (): Behaviour<typeof usergroup> => ({
  beforeWrite,
  beforeUndo,
  refusals: { destroy: [outranked] },
});
