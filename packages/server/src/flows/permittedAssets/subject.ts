import { AppError } from '@gatehouse/contract/errors.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import { authorize } from '../../engine/permission.ts';
import { allPermissionGroups, allPermissionUsers } from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';

/** The user or user group whose granted assets are shown. */
export type Subject = { kind: 'user' | 'group'; id: string; username: string };

/** Words that stand for the caller in addresses. */
const oneself = ['self', 'my'];

/** The user named in the URL: the caller, or another user the caller may ask about. */
export const userOf = async ({ user }: { user: string }, ctx: Context): Promise<Subject> => {
  if (oneself.includes(user)) {
    authorize(ctx, 'perms.view_myassets');
    return { kind: 'user', id: ctx.actor.id, username: ctx.actor.username };
  }
  authorize(ctx, 'perms.view_userassets');
  const row = await findRow(ctx.engine.resource(userDefinition), user, ctx);
  if (row.is_service_account === true) throw new AppError('object_does_not_exist');
  return { kind: 'user', id: row.id, username: row.username };
};

/** The user group named in the URL. */
export const groupOf = async ({ group }: { group: string }, ctx: Context): Promise<Subject> => {
  const row = await findRow(ctx.engine.resource(usergroup), group, ctx);
  return { kind: 'group', id: row.id, username: '' };
};

/** Ids of the permissions that name a subject or, for a user, one of the user's groups. */
export const permissionsNaming = (subject: Subject): SQL =>
  subject.kind === 'group'
    ? sql`select pg.assetpermission from ${allPermissionGroups} pg where pg.usergroup = ${subject.id}`
    : sql`select pu.assetpermission from ${allPermissionUsers} pu where pu."user" = ${subject.id}
        union select pg.assetpermission from ${allGroupMembers} g join ${allPermissionGroups} pg on pg.usergroup = g.usergroup where g."user" = ${subject.id}`;
