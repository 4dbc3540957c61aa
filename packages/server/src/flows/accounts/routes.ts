import { fieldError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type ActionInput, implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import { idArray } from '../../engine/fields/related.ts';
import { type Answer, type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { containing, isUuid, uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { createOnMany } from './createOnMany.ts';
import { replaceSecrets } from './replaceSecrets.ts';
import { syncRelatedAccounts } from './syncTemplate.ts';

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isUuid) : []);

type Where = (query: URLSearchParams) => SQL;

/**
 * Accounts (or templates) to switch from: the siblings, except the row itself and those that switch from it.
 */
const switchable =
  <D extends ResourceDefinition>(where: Where) =>
  async ({ ctx, resource, request }: ActionInput<D>): Promise<Answer> => {
    const query = queryOf(request);
    return { body: pageOf(await listRows(resource, query, ctx, { where: where(query) }), request) };
  };

const accountsToSwitchFrom: Where = (query) => {
  const account = query.get('account');
  if (isUuid(account))
    return sql`t.asset = (select a.asset from ${allAccounts} a where a.id = ${account}) and t.id <> ${account} and t.su_from is distinct from ${account}`;
  return isUuid(query.get('asset')) ? sql`true` : sql`false`;
};

const templatesToSwitchFrom: Where = (query) => {
  const template = query.get('template_id');
  return isUuid(template) ? sql`t.id <> ${template} and t.su_from is distinct from ${template}` : sql`true`;
};

const mostSuggestions = 10;

const suggest = async (body: unknown, ctx: Context): Promise<string[]> => {
  const { assets, nodes, username } = (body ?? {}) as Record<string, unknown>;
  const [assetIds, nodeIds] = [idsIn(assets), idsIn(nodes)];
  const name = typeof username === 'string' ? username : '';
  const among =
    assetIds.length || nodeIds.length
      ? sql`(t.asset = any(${uuids(assetIds)}) or t.asset in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
          where n.path <@ array(select top.path from ${allNodes} top where top.id = any(${uuids(nodeIds)}))))`
      : sql`true`;
  const rows = await ctx.db.rows<{
    username: string;
  }>(sql`select t.username from ${await visibleRows('accounts.account', ctx)} t
    where ${among} and t.username <> '' and t.username ilike ${containing(name)}
    group by t.username order by lower(t.username) not in ('root', 'admin', 'administrator'), t.username limit ${mostSuggestions}`);
  return rows.map((row) => row.username);
};

/** Rows of the caller's scope among the ids, locked. */
const lockedAccounts = async (ids: string[], ctx: Context): Promise<Row<typeof accountDefinition>[]> => {
  const resource = ctx.engine.resource(accountDefinition);
  return ctx.db.rows<Row<typeof accountDefinition>>(
    sql`select t.* from ${await visibleRows('accounts.account', ctx)} t where t.id = any(${idArray(resource, ids)}) order by t.id for update`,
  );
};

const clearSecret = async ({ ctx, request }: ActionInput<typeof accountDefinition>) => {
  const ids = (request.body as { account_ids?: unknown } | null)?.account_ids;
  if (!Array.isArray(ids)) throw fieldError('account_ids', 'not_a_list');
  const rows = await lockedAccounts(ids.map(String), ctx);
  await replaceSecrets(
    rows.map((row) => ({ row, secret: null, ssh_key_fingerprint: null })),
    ctx,
  );
  return { status: 200, body: undefined };
};

/** Registers the verbs of accounts and account templates (reference 04 §1.1, §4). */
export const addAccountRoutes = (ports: HttpPorts): void => {
  implement(ports, accountDefinition, {
    suFromAccounts: switchable(accountsToSwitchFrom),
    usernameSuggestions: async ({ ctx, request }) => ({ body: await suggest(request.body, ctx) }),
    clearSecret,
    createMany: ({ ctx, request }) => createOnMany(request.body, ctx),
  });
  implement(ports, accounttemplate, {
    suFromTemplates: switchable(templatesToSwitchFrom),
    syncRelatedAccounts,
  });
};
