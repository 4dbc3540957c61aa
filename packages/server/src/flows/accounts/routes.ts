import { accountActions, accountTemplateActions } from '@gatehouse/contract/actions/accounts.ts';
import type { BodyOf, QueryOf } from '@gatehouse/contract/call/callTypes.ts';
import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type ActionInput, type Actions, implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import { idArray } from '../../engine/fields/related.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import { can } from '../../engine/permission.ts';
import type { Row } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { containing, isUuid, uuids } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import type { Settings } from '../../platform/settings.ts';
import { refuseWhileOpen } from '../../resources/accounts/account/openChange.ts';
import { allAccounts, rootFirst } from '../../resources/accounts/account/relations.ts';
import { allAssetNodes, allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import type { PushTogether } from '../changeSecret/pushWritten.ts';
import { assetsGranted, loadGrants } from '../permittedAssets/grants.ts';
import { requestable } from '../tickets/requestable.ts';
import { createOnMany } from './createOnMany.ts';
import { replaceSecrets } from './replaceSecrets.ts';
import { syncRelatedAccounts } from './syncTemplate.ts';

const { shapes: ofAccount } = accountActions;
const { shapes: ofTemplate } = accountTemplateActions;

/**
 * A picker offers the accounts that manage a machine first, unless the request sorts them, and gets all of
 * them, whatever `limit` says.
 */
const managersFirst = (query: URLSearchParams): URLSearchParams => {
  for (const name of ['limit', 'offset']) query.delete(name);
  if (!query.get('order')) query.set('order', 'root_first,name');
  return query;
};

/**
 * Lists the rows in the caller's scope that an account (or template) can switch from: those that meet
 * `where`.
 */
const switchable =
  <D extends ResourceDefinition, C extends CallShape>(where: (query: QueryOf<C>) => SQL) =>
  async ({ ctx, resource, query, request }: ActionInput<D, C>): Promise<unknown> =>
    pageOf(await listRows(resource, managersFirst(queryOf(request)), ctx, { where: where(query) }), request);

const accountsToSwitchFrom = ({ account, asset }: QueryOf<typeof ofAccount.suFromAccounts>): SQL => {
  if (isUuid(account))
    return sql`t.asset = (select a.asset from ${allAccounts} a where a.id = ${account}) and t.id <> ${account} and t.su_from is distinct from ${account}`;
  return isUuid(asset) ? sql`true` : sql`false`;
};

const templatesToSwitchFrom = ({ template_id: template }: QueryOf<typeof ofTemplate.suFromTemplates>): SQL =>
  isUuid(template) ? sql`t.id <> ${template} and t.su_from is distinct from ${template}` : sql`true`;

const mostSuggestions = 10;

const reachable = async (ctx: Context): Promise<SQL> => {
  const { id, username } = ctx.actor;
  return assetsGranted(await loadGrants({ kind: 'user', id, username }, ctx));
};

/**
 * Whose usernames a caller may read: every account's with the permission; otherwise those of the assets that
 * the caller can request, for the form of such a request, or reach.
 */
const readableAccounts = async (settings: Settings, ctx: Context): Promise<SQL> => {
  if (can(ctx.actor, 'accounts.view_account')) return sql`true`;
  const among = can(ctx.actor, 'tickets.view_ticket')
    ? await requestable('assets.asset', ctx.actor.id, settings, ctx)
    : await reachable(ctx);
  return among ? sql`t.asset in (select t.id from ${allAssets} t where ${among})` : sql`true`;
};

const suggest = async (
  { assets = [], nodes = [], username = '' }: BodyOf<typeof ofAccount.usernameSuggestions>,
  settings: Settings,
  ctx: Context,
): Promise<string[]> => {
  const [assetIds, nodeIds] = [assets.filter(isUuid), nodes.filter(isUuid)];
  const among =
    assetIds.length || nodeIds.length
      ? sql`(t.asset = any(${uuids(assetIds)}) or t.asset in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
          where n.path <@ array(select top.path from ${allNodes} top where top.id = any(${uuids(nodeIds)}))))`
      : sql`true`;
  const rows = await ctx.db.rows<{
    username: string;
  }>(sql`select t.username from ${await visibleRows('accounts.account', ctx)} t
    where ${among} and ${await readableAccounts(settings, ctx)} and t.username <> '' and t.username ilike ${containing(username)}
    group by t.username order by ${rootFirst}, ${naturally(sql`t.username`)} limit ${mostSuggestions}`);
  return rows.map((row) => row.username);
};

/** Accounts with these ids in the caller's scope, locked for the transaction. */
const lockedAccounts = async (ids: string[], ctx: Context): Promise<Row<typeof accountDefinition>[]> => {
  const resource = ctx.engine.resource(accountDefinition);
  return ctx.db.rows<Row<typeof accountDefinition>>(
    sql`select t.* from ${await visibleRows('accounts.account', ctx)} t where t.id = any(${idArray(resource, ids)}) order by t.id for update`,
  );
};

const clearSecret = async (ids: string[], ctx: Context): Promise<void> => {
  const rows = await lockedAccounts(ids, ctx);
  for (const row of rows) await refuseWhileOpen({ secret: null }, row, ctx);
  await replaceSecrets(
    rows.map((row) => ({ row, secret: null, ssh_key_fingerprint: null })),
    ctx,
  );
};

/** Registers the actions of accounts and account templates (reference 04 §1.1, §4). */
export const addAccountRoutes = (
  ports: HttpPorts,
  settings: Settings,
  tasks: Pick<Actions<typeof accountActions>, 'tasks'>,
  together: PushTogether,
): void => {
  implement(ports, accountActions, {
    ...tasks,
    suFromAccounts: switchable(accountsToSwitchFrom),
    usernameSuggestions: async ({ ctx, body }) => suggest(await body(), settings, ctx),
    clearSecret: async ({ ctx, body }) => clearSecret((await body()).account_ids, ctx),
    createMany: async ({ ctx, body }) => createOnMany(await body(), together, ctx),
  });
  implement(ports, accountTemplateActions, {
    suFromTemplates: switchable(templatesToSwitchFrom),
    syncRelatedAccounts,
  });
};
