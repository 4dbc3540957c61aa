import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { rolebinding } from '@gatehouse/contract/resources/rbac/rolebinding.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Behaviour, Filter, NewRow, Row, Values, WriteEvent } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { guardLastSuperuser, superusersAmong } from '../../lastSuperuser.ts';
import { guardRank, rankRefusals, type Target } from '../../rank.ts';
import { type NamedRole, roleName } from '../../roleName.ts';
import { refuseHigherRoles } from '../../rolePermissions.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allRoles } from '../role/relations.ts';

type Scope = 'system' | 'org';

const scopeOfRole = async (role: string | undefined, ctx: Context): Promise<Scope> => {
  const rows = await ctx.db.rows<{ scope: Scope }>(sql`select scope from ${allRoles} r where id = ${role}`);
  return rows[0]?.scope ?? 'system';
};

const beforeWrite =
  (fixed: Scope | undefined) =>
  async ({
    ctx,
    before,
    values,
    input,
  }: WriteEvent<typeof rolebinding>): Promise<Values<typeof rolebinding>> => {
    if (before) return {};
    if (!fixed && input.org === undefined) throw fieldError('org', unnamed.key);
    const scope = await scopeOfRole(values.role, ctx);
    if (fixed && scope !== fixed) throw fieldError('role', 'does_not_exist', { pk: String(values.role) });
    if (values.role === builtinRoles.systemAdmin.id && !ctx.actor.isSuperuser)
      throw fieldError('role', 'only_superusers_grant', { role: builtinRoles.systemAdmin.name });
    await refuseHigherRoles('role', [String(values.role)], ctx);
    if (scope === 'system') return { scope, org: null };
    const named = ctx.org.isRoot ? (values.org ?? input.org) : ctx.org.id;
    if (typeof named !== 'string') throw fieldError('org', 'root_org_is_read_only');
    if (ctx.org.within?.includes(named) === false) throw fieldError('org', 'does_not_exist', { pk: named });
    return { scope, org: named };
  };

const unnamed = { key: 'required' };

const keyOf = ({ user, role, org }: Values<typeof rolebinding>) => [user, role, org ?? ''].join();

/** A role binds in its organization, or everywhere. */
const targetOf = ({ user, org }: Pick<Row<typeof rolebinding>, 'user' | 'org'>): Target => ({
  user,
  org: org ?? null,
});

/** A binding that exists already is an error when sent alone; in a list it counts as done. */
const beforeCreate = async (
  rows: NewRow<typeof rolebinding>[],
  ctx: Context,
  { alone }: { alone: boolean },
): Promise<void> => {
  const sound = rows.filter(({ errors }) => !errors);
  await guardRank(
    sound.map(({ values }) => targetOf({ user: values.user ?? '', org: values.org ?? null })),
    ctx,
  );
  const users = uuids(sound.map(({ values }) => values.user ?? ''));
  const existing = await ctx.db.rows<Row<typeof rolebinding>>(
    sql`select * from rbac_rolebinding where "user" = any(${users})`,
  );
  const known = new Map(existing.map((row) => [keyOf(row), row]));
  for (const binding of sound) {
    const row = known.get(keyOf(binding.values));
    if (!row) continue;
    if (alone) binding.errors = { role: [{ key: 'unique' }] };
    else binding.instead = { row, changes: {} };
  }
};

/** Rule: nobody takes roles from users who rank higher. */
const outranked = (rows: Row<typeof rolebinding>[], ctx: Context) => rankRefusals(rows.map(targetOf), ctx);

/**
 * Refuses to delete a user's last role in an organization, or the last one that applies everywhere: the user
 * would be hidden instead of removed; and the role of the last superuser.
 */
const beforeDelete = async (rows: Row<typeof rolebinding>[], ctx: Context): Promise<void> => {
  const ids = uuids(rows.map((row) => row.id));
  const users = uuids(rows.map((row) => row.user));
  const left = await ctx.db.rows<{ user: string; org: string | null }>(
    sql`select distinct "user"::text as "user", org::text as org from rbac_rolebinding where "user" = any(${users}) and not id = any(${ids})`,
  );
  const last = rows.find(
    (row) => !left.some(({ user, org }) => user === row.user && (org ?? null) === (row.org ?? null)),
  );
  if (!last) {
    const degraded = rows.filter(({ role }) => role === builtinRoles.systemAdmin.id).map(({ user }) => user);
    if (degraded.length > 0) await guardLastSuperuser(await superusersAmong(degraded, ctx.db), ctx.db);
    return;
  }
  if (last.scope === 'system') throw new AppError('system_role_delete_error');
  throw new AppError(
    'error',
    {},
    { messageKey: 'last_org_role', extra: { error: ctx.t('errors.last_org_role') } },
  );
};

const names = {
  user__name: sql`(select u.name from ${allUsers} u where u.id = t."user")`,
  user__username: sql`(select u.username from ${allUsers} u where u.id = t."user")`,
  role__name: sql`(select r.name from ${allRoles} r where r.id = t.role)`,
} satisfies Record<string, SQL>;

const is =
  (column: SQL): Filter =>
  (value) =>
    sql`${column} = ${value}`;

/** Maximum number of characters of a user's name in a log entry, which has 128 for user and role. */
const NAMED = 90;

/** Bindings are logged by user and role; the organization of the entry says where they apply. */
const logNames = async (rows: Row<typeof rolebinding>[], ctx: Context): Promise<string[]> => {
  const of = (name: 'user' | 'role') => uuids(rows.map((row) => row[name]));
  const people = await ctx.db.rows<{ id: string; name: string; username: string }>(
    sql`select id, name, username from ${allUsers} u where id = any(${of('user')})`,
  );
  const roles = await ctx.db.rows<NamedRole & { id: string }>(
    sql`select id, name, builtin from ${allRoles} r where id = any(${of('role')})`,
  );
  const who = new Map(people.map((user) => [user.id, displayOf(user).slice(0, NAMED)]));
  const what = new Map(roles.map((role) => [role.id, roleName(role, ctx)]));
  return rows.map(({ user, role }) => `${who.get(user)}: ${what.get(role)}`);
};

const visible = (ctx: Context): SQL => {
  const people = sql`not exists (select 1 from ${allUsers} u where u.id = t."user" and u.is_service_account)`;
  if (ctx.org.isRoot && !ctx.org.within) return people;
  const within = ctx.org.isRoot ? (ctx.org.within ?? []) : [ctx.org.id];
  return sql`${people} and (t.org is null or t.org = any(${uuids(within)}))`;
};

/** Role bindings; `fixed` is the scope of addresses limited to one scope. */
export const roleBindingBehaviour = (fixed?: Scope): Behaviour<typeof rolebinding> => ({
  visibleTo: visible,
  filters: {
    user__name: is(names.user__name),
    user__username: is(names.user__username),
    role__name: is(names.role__name),
  },
  search: (pattern) => Object.values(names).map((column) => sql`${column} ilike ${pattern}`),
  computed: {
    org_name: (rows, ctx) =>
      rows.map((row) => (row.org ? (ctx.engine.organizationName(row.org) ?? null) : '')),
  },
  logNames,
  beforeWrite: beforeWrite(fixed),
  // Where any role can be bound, the body says where: null is everywhere, or in the organization of the request.
  refused: (errors, { mode, body }) =>
    fixed || mode !== 'create' || body.org !== undefined ? errors : { ...errors, org: [unnamed] },
  beforeCreate,
  refusals: { destroy: [outranked] },
  beforeDelete,
});
