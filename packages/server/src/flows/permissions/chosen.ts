import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';

/** What is chosen in the form of a permission; ids that are none are ignored. */
export type Chosen = Partial<
  Record<'users' | 'user_groups' | 'assets' | 'nodes', readonly string[] | undefined>
>;

/** The ids of a choice, as an array of the database. */
export const chosenIds = (ids: readonly string[] = []): SQL => uuids(ids.filter(isUuid));

/** Ids of the chosen users and of the members of chosen groups, without groups that the caller does not see. */
export const usersChosen = async ({ users, user_groups }: Chosen, ctx: Context): Promise<SQL> =>
  sql`select unnest(${chosenIds(users)}) union select g."user" from ${allGroupMembers} g
    join ${await visibleRows('users.usergroup', ctx)} n on n.id = g.usergroup where n.id = any(${chosenIds(user_groups)})`;

/** Ids of the chosen assets and of those on and below chosen nodes. */
export const assetsChosen = ({ assets, nodes }: Chosen): SQL =>
  sql`select unnest(${chosenIds(assets)}) union select l.asset from ${allNodes} top join ${allNodes} n on n.path <@ top.path
    join ${allAssetNodes} l on l.node = n.id where top.id = any(${chosenIds(nodes)})`;
