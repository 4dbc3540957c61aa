import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { permissionOfNumber } from '@gatehouse/contract/permissions/catalogue.ts';
import type { PermissionScope } from '@gatehouse/contract/permissions/permission.ts';
import { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { anyOf, containing, uuids } from '../../../platform/database.ts';
import { type Holder, holderRefusals } from '../../rank.ts';
import { roleName } from '../../roleName.ts';
import { codenamesOf, grantable, heldFor } from '../../rolePermissions.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allRoleBindings } from '../rolebinding/relations.ts';

/** Names of permissions sent by number or name; unknown ones, and those of another scope, are refused. */
const readPermissions = (permissions: readonly string[], scope: PermissionScope): string[] => {
  const names = permissions.map((value) => {
    const name = /^\d+$/.test(value) ? permissionOfNumber(Number(value)) : value;
    if (!name || !grantable[scope].has(name))
      throw fieldError('permissions', 'does_not_exist', { pk: value.slice(0, 64) });
    return name;
  });
  return [...new Set(names)].sort();
};

/** Callers other than superusers cannot add to a role permissions that they do not hold themselves. */
const refuseEscalation = async (
  names: readonly string[],
  { before, scope }: { before: Row<typeof role> | undefined; scope: PermissionScope },
  ctx: Context,
): Promise<void> => {
  if (ctx.actor.isSuperuser) return;
  const had = new Set(before ? codenamesOf(before) : []);
  const held = await heldFor(scope, ctx);
  const foreign = names.find((name) => !had.has(name) && !held.has(name));
  if (foreign) throw fieldError('permissions', 'not_yours_to_grant', { permission: foreign });
};

const beforeWrite = async ({
  ctx,
  before,
  values,
}: WriteEvent<typeof role>): Promise<Values<typeof role>> => {
  const scope = values.scope ?? before?.scope ?? 'org';
  const permissions = values.permissions;
  if (!permissions) return {};
  const codenames = readPermissions(permissions, scope);
  await refuseEscalation(codenames, { before, scope }, ctx);
  return { codenames };
};

const afterWrite: Behaviour<typeof role>['afterWrite'] = async (written, ctx) => {
  const entries = written
    .flatMap(({ row, before, values }) =>
      before && values.codenames ? [{ row, old: codenamesOf(before), now: codenamesOf(row) }] : [],
    )
    .filter(({ old, now }) => old.join() !== now.join());
  const label = ctx.t('rbac.role.fields.permissions');
  await ctx.engine.record(
    entries.map(({ row, old, now }) => ({
      action: 'update',
      resource: ctx.engine.resource(role),
      row,
      display: row.name,
      diff: {
        [label]: [
          old.filter((name) => !now.includes(name)).join(', '),
          now.filter((name) => !old.includes(name)).join(', '),
        ],
      },
    })),
    ctx,
  );
};

const denied = (messageKey: string) => new AppError('permission_denied', {}, { messageKey });

const builtin = (rows: Row<typeof role>[]) =>
  rows.map((row) => (row.builtin ? denied('builtin_role') : undefined));

const bound = async (rows: Row<typeof role>[], ctx: Context) => {
  const found = await ctx.db.rows<{ role: string }>(
    sql`select distinct role::text as role from ${allRoleBindings} r where role = any(${uuids(rows.map((row) => row.id))})`,
  );
  const used = new Set(found.map((row) => row.role));
  return rows.map((row) => (used.has(row.id) ? denied('role_in_use') : undefined));
};

/** Rule: nobody changes what users who rank higher may do. A role acts where it is held. */
const heldAbove = async (rows: Row<typeof role>[], ctx: Context) => {
  // For each other role that holders have, one of them stands for all: a role may have many holders.
  const holders = await ctx.db.rows<Holder>(
    sql`select distinct on (h.role, h.org, o.role, o.org) h.role::text as of, h."user"::text as "user", h.org::text as org
      from ${allRoleBindings} h join ${allRoleBindings} o on o."user" = h."user" join ${allUsers} u on u.id = h."user"
      where h.role = any(${uuids(rows.map((row) => row.id))}) and not u.is_service_account and u.id <> ${ctx.actor.id}`,
  );
  return holderRefusals(rows, holders, ctx);
};

const usersAmount = async (rows: Row<typeof role>[], ctx: Context): Promise<number[]> => {
  const here = ctx.org.isRoot ? sql`true` : sql`(b.org is null or b.org = ${ctx.org.id})`;
  const counts = await ctx.db.rows<{ role: string; count: number }>(
    sql`select b.role::text as role, count(distinct b."user")::int as count from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
      where b.role = any(${uuids(rows.map((row) => row.id))}) and not u.is_service_account and ${here} group by b.role`,
  );
  return rows.map((row) => counts.find(({ role }) => role === row.id)?.count ?? 0);
};

/** Ids of the built-in roles whose name in the reader's language contains the search text. */
const namedLike = (text: string, ctx: Context): string[] =>
  Object.values(builtinRoles)
    .filter((role) =>
      roleName({ name: role.name, builtin: true }, ctx).toLowerCase().includes(text.toLowerCase()),
    )
    .map(({ id }) => id);

const nameFilter = (value: string, ctx: Context): SQL =>
  anyOf([sql`t.name ilike ${containing(value)}`, sql`t.id = any(${uuids(namedLike(value, ctx))})`]);

/** Roles: built-in ones are fixed, others hold what administrators choose. */
export const roleBehaviour = (): Behaviour<typeof role> => ({
  display: (row) => row.name,
  edited: codenamesOf,
  filters: { name: nameFilter },
  computed: {
    display_name: (rows, ctx) => rows.map((row) => roleName(row, ctx)),
    users_amount: usersAmount,
  },
  beforeWrite,
  afterWrite,
  refusals: { update: [builtin, heldAbove], destroy: [builtin, bound] },
});
