import type { userActions } from '@gatehouse/contract/actions/users.ts';
import type { AnswerOf, BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { refuseForbidden } from '../../engine/abilities.ts';
import type { Actions } from '../../engine/actions/implement.ts';
import { type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf, refusedByHand } from '../../engine/http.ts';
import { selectRows } from '../../engine/operations/read.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import { can } from '../../engine/permission.ts';
import { readQuery } from '../../engine/query.ts';
import type { Row } from '../../engine/resource.ts';
import { serveSuggestions, suggest } from '../../engine/routes/resourceRoutes.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { leaveCommandFilters } from '../../resources/acls/commandfilteracl/statements.ts';
import { leaveConnectionRules } from '../../resources/acls/loginassetacl/statements.ts';
import { leavePermissions } from '../../resources/perms/assetpermission/statements.ts';
import { guardRank } from '../../resources/rank.ts';
import { allRoles } from '../../resources/rbac/role/relations.ts';
import { bindRoles, unbindRoles } from '../../resources/rbac/rolebinding/statements.ts';
import { roleName } from '../../resources/roleName.ts';
import { refuseHigherRoles } from '../../resources/rolePermissions.ts';
import { forgetRoles } from '../../resources/rolesOfUsers.ts';
import { leaveFlows } from '../../resources/tickets/ticketflow/statements.ts';
import { leaveGroups, storedUsers } from '../../resources/users/user/statements.ts';

/** Routes served here instead of by the engine. */
export const replacedByMembership = ['GET /api/v1/users/users/suggestions/'];

type Invitation = typeof userActions.shapes.invite;

/** Each id once; refuses what cannot be an id. */
const distinct = (ids: string[], field: string): string[] => {
  const wrong = ids.find((id): boolean => !isUuid(id));
  if (wrong !== undefined) throw fieldError(field, 'does_not_exist', { pk: wrong.slice(0, 64) });
  return [...new Set(ids)];
};

type Role = { id: string; name: string; builtin: boolean };

const knownUsers = async (ids: string[], ctx: Context): Promise<Row<typeof userDefinition>[]> => {
  const rows = (await storedUsers(ids, ctx.db)).filter((row) => !row.is_service_account);
  const missing = ids.find((id) => !rows.some((row) => row.id === id.toLowerCase()));
  if (missing !== undefined) throw fieldError('users', 'does_not_exist', { pk: missing });
  return rows;
};

const knownRoles = async (ids: string[], ctx: Context): Promise<Role[]> => {
  const roles = await ctx.db.rows<Role>(
    sql`select id::text as id, name, builtin from ${allRoles} r where id = any(${uuids(ids)}) and scope = 'org'`,
  );
  const missing = ids.find((id) => !roles.some((role) => role.id === id.toLowerCase()));
  if (missing !== undefined) throw fieldError('org_roles', 'does_not_exist', { pk: missing });
  // Callers who may not bind roles can only invite as members.
  const foreign = roles.find((role) => role.id !== builtinRoles.orgUser.id);
  if (foreign && !can(ctx.actor, 'rbac.add_orgrolebinding'))
    throw fieldError('org_roles', 'not_yours_to_grant', { permission: roleName(foreign, ctx) });
  await refuseHigherRoles('org_roles', ids, ctx);
  return roles;
};

const recordMembership = (
  rows: readonly Row<typeof userDefinition>[],
  sides: [string, string],
  ctx: Context,
) =>
  ctx.engine.record(
    rows.map((row) => ({
      action: 'update',
      resource: ctx.engine.resource(userDefinition),
      row: { ...row, org_id: ctx.org.id },
      display: `${row.name}(${row.username})`,
      diff: { [ctx.t('users.user.fields.org_roles')]: sides },
    })),
    ctx,
  );

const invite = async (
  body: () => Promise<BodyOf<Invitation>>,
  ctx: Context,
): Promise<AnswerOf<Invitation> | WholeAnswer> => {
  if (ctx.org.isRoot) return whole(refusedByHand('invite_into_root', ctx));
  const input = await body();
  const users = await knownUsers(distinct(input.users, 'users'), ctx);
  const roles = await knownRoles(distinct(input.org_roles, 'org_roles'), ctx);
  if (!ctx.actor.isSuperuser && users.some((row) => row.id === ctx.actor.id))
    return whole(refusedByHand('invite_oneself', ctx));
  const org = ctx.org.id;
  await guardRank(
    users.map((row) => ({ user: row.id, org })),
    ctx,
  );
  await bindRoles(
    users.flatMap((user) => roles.map((role) => ({ user: user.id, role: role.id, scope: 'org', org }))),
    ctx.db,
  );
  await recordMembership(users, ['', roles.map((role) => roleName(role, ctx)).join(', ')], ctx);
  return {
    users: users.map((row) => row.id),
    org_roles: roles.map((role) => ({ id: role.id, display_name: roleName(role, ctx), name: role.name })),
  };
};

/**
 * Removes users from the organization of the request: its roles, groups, permissions, the reviewers of its rules and
 * the approvers of its flows. Does nothing in the root organization.
 */
const leave = async (users: readonly Row<typeof userDefinition>[], ctx: Context): Promise<void> => {
  if (ctx.org.isRoot || users.length === 0) return;
  const ids = users.map((row) => row.id);
  // An undo would bring back groups and permissions of users who have left.
  for (const org of [ctx.org.id, ROOT_ORG_ID]) await ctx.engine.forgetUndos(org, ctx.db);
  await unbindRoles(ids, ctx.org.id, ctx.db);
  await leaveGroups(ids, ctx.org.id, ctx.db);
  await leavePermissions(ids, ctx.org.id, ctx.db);
  await leaveCommandFilters(ids, ctx.org.id, ctx.db);
  await leaveConnectionRules(ids, ctx.org.id, ctx.db);
  await leaveFlows(ids, ctx.org.id, ctx.db);
  forgetRoles(ctx);
  await recordMembership(users, [ctx.org.name, ''], ctx);
};

/** What may choose among the users of all organizations: any other condition would tell what is not shown. */
const choices = ['search', 'id', 'ids', 'name', 'username', 'limit', 'offset'];

/** The query of a caller who may choose users, but not see the rest of them. */
const sought = (query: URLSearchParams): URLSearchParams => {
  const kept = new URLSearchParams([...query].filter(([name]) => choices.includes(name)));
  kept.set('fields_size', 'mini');
  return kept;
};

/** Registers suggestions of users from all organizations, for invitations. */
export const addMembership = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(userDefinition);
  const find = (ctx: Context, request: FastifyRequest) => {
    const query = ctx.actor.isSuperuser ? queryOf(request) : sought(queryOf(request));
    return suggest(resource, request, everywhere(ctx), { query });
  };
  serveSuggestions(ports, resource, find, { orgs_roles: 'json' });
};

/** Actions that invite users into an organization and remove them. */
export const membershipActions: Pick<Actions<typeof userActions>, 'invite' | 'remove' | 'removeMany'> = {
  invite: ({ ctx, body }) => invite(body, ctx),
  remove: async ({ ctx, row }) => leave([await row()], ctx),
  removeMany: async ({ ctx, resource, request }) => {
    const listQuery = await readQuery(resource, queryOf(request), ctx);
    if (!listQuery.byIds) throw new AppError('bulk_delete_refused');
    const rows = await selectRows(resource, { ...listQuery, limit: undefined, offset: 0 }, ctx);
    await refuseForbidden(resource, 'remove', rows, ctx);
    await leave(rows, ctx);
  },
};
