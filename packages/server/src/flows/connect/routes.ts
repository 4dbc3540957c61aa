import {
  connectionTokenActions,
  superConnectionTokenActions,
} from '@gatehouse/contract/actions/authentication.ts';
import {
  redeemConnectionToken,
  renewConnection,
  renewConnections,
} from '@gatehouse/contract/calls/signIn/authentication.ts';
import { fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import { superconnectiontoken } from '@gatehouse/contract/resources/authentication/superconnectiontoken.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind, type CallHandler } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { idOf } from '../../engine/fields/related.ts';
import { type HttpPorts, queryOf, rowId } from '../../engine/http.ts';
import { findRow, listRows, presentOne, retrieveRow } from '../../engine/operations/read.ts';
import { create, createOne } from '../../engine/operations/write.ts';
import { everywhere, inOrganization, insideOrganization } from '../../engine/organizationScope.ts';
import { fieldChoice, pageOf } from '../../engine/routes/resourceRoutes.ts';
import { addressesOf, serveVerb } from '../../engine/routes/serveVerb.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { onlyComponents } from '../../resources/onlyComponents.ts';
import { closeConfirmation } from '../tickets/confirmations/outcome.ts';
import type { TokenDeps } from './connectionToken.ts';
import { redeem } from './redeem.ts';
import { renew } from './renewal/renew.ts';
import { renewMany } from './renewal/renewMany.ts';
import { tokenTitle } from './superConnectionToken.ts';

/**
 * The organization of the requested asset, which may differ from the current one. An asset of another
 * organization is reported as unknown unless a permission grants the caller access to it.
 */
const whereAssetIs = async (body: unknown, ctx: Context): Promise<Context> => {
  const asset = idOf((body as { asset?: unknown } | null)?.asset);
  if (!isUuid(asset) || !isUuid(ctx.actor.id)) return ctx;
  const [found] = await ctx.db.rows<{ org_id: string; granted: boolean }>(
    sql`select org_id::text as org_id, exists (select from perms_permissions_for(${ctx.actor.id}, id)) as granted from ${allAssets} a where id = ${asset}`,
  );
  if (!found || found.org_id === ctx.org.id) return ctx;
  if (!found.granted) throw fieldError('asset', 'does_not_exist', { pk: asset });
  return insideOrganization(found.org_id, ctx);
};

const addListRoutes = (ports: HttpPorts) => {
  const resource = ports.engine.resource(connectiontoken);
  serveVerb(ports, resource, 'list', async (ctx, request) => ({
    body: pageOf(await listRows(resource, queryOf(request), everywhere(ctx)), request),
  }));
  serveVerb(ports, resource, 'retrieve', async (ctx, request) => ({
    body: await retrieveRow(resource, rowId(request), everywhere(ctx), fieldChoice(queryOf(request))),
  }));
  serveVerb(ports, resource, 'create', async (ctx, request) => {
    const there = await whereAssetIs(request.body, ctx);
    const [made] = await create(resource, request.body, there);
    if (!made) throw new ValidationError({ non_field_errors: [{ key: 'empty_list' }] });
    return { body: await presentOne(resource, made, there) };
  });
};

const addOwnRoutes = (ports: HttpPorts, settings: Settings) =>
  implement(ports, connectionTokenActions, {
    expire: async ({ ctx, resource, request }) => {
      const token = await findRow(resource, rowId(request), everywhere(ctx), { lock: true });
      await ctx.db.rows(
        sql`update authentication_connectiontoken set date_expired = now(), input_secret = null where id = ${token.id}`,
      );
      if (token.from_ticket) await closeConfirmation(token.from_ticket, 'token_expired', ctx);
    },
    reuse: async ({ ctx, resource, request, body }) => {
      if (!settings.get('CONNECTION_TOKEN_REUSABLE')) throw new ValidationError([{ key: 'reuse_off' }]);
      const token = await findRow(resource, rowId(request), everywhere(ctx), { lock: true });
      const { is_reusable } = await body();
      // Its approval would otherwise last as long as the user wants.
      if (token.from_ticket) throw new ValidationError([{ key: 'reuse_reviewed' }]);
      const seconds = settings.get(
        is_reusable ? 'CONNECTION_TOKEN_REUSABLE_EXPIRATION' : 'CONNECTION_TOKEN_ONETIME_EXPIRATION',
      );
      const until = new Date(Date.now() + seconds * 1000);
      await ctx.db.rows(
        sql`update authentication_connectiontoken set is_reusable = ${is_reusable}, date_expired = ${until.toISOString()} where id = ${token.id}`,
      );
      return { id: token.id, date_expired: formatDatetime(until, ctx.zone), is_reusable };
    },
    exchange: async ({ ctx, resource, body }) => {
      const token = await findRow(resource, (await body()).id, everywhere(ctx));
      const { asset, account, protocol, connect_method, connect_options, input_username } = token;
      const there = await whereAssetIs({ asset }, ctx);
      const made = await createOne(
        resource,
        { asset, account, protocol, connect_method, connect_options, input_username },
        there,
      );
      return presentOne(resource, made, there);
    },
  });

/** In the root organization, the organization of the requested asset, if the caller may see it. */
const whereAdministered = async (body: unknown, ctx: Context): Promise<Context> => {
  const asset = idOf((body as { asset?: unknown } | null)?.asset);
  if (!ctx.org.isRoot || !isUuid(asset)) return ctx;
  const [found] = await ctx.db.rows<{ org_id: string }>(
    sql`select org_id::text as org_id from ${allAssets} a where id = ${asset} and ${inOrganization(sql`org_id`, ctx)}`,
  );
  return found ? insideOrganization(found.org_id, ctx) : ctx;
};

const addAdministeredRoutes = (ports: HttpPorts) => {
  const tokens = ports.engine.resource(superconnectiontoken);
  serveVerb(ports, tokens, 'create', async (ctx, request) => {
    const there = await whereAdministered(request.body, ctx);
    const made = await createOne(tokens, request.body, there);
    return { body: await presentOne(tokens, made, there) };
  });
  implement(ports, superConnectionTokenActions, {
    expire: async ({ ctx, resource, row }) => {
      const token = await row({ lock: true });
      await ctx.db.rows(
        sql`update authentication_connectiontoken set date_expired = least(date_expired, now()), input_secret = null where id = ${token.id}`,
      );
      const display = tokenTitle(token);
      await ctx.engine.record(
        [{ action: 'close', resource: resource.base, row: token, display, diff: {} }],
        ctx,
      );
    },
  });
};

/** Routes served here instead of by the engine. */
export const replacedByConnect = [
  ...addressesOf(
    ['/api/v1/authentication/connection-token/', '/api/v1/users/connection-token/'],
    'list',
    'retrieve',
    'create',
  ),
  ...addressesOf(['/api/v1/authentication/super-connection-token/'], 'create'),
];

/**
 * Registers the routes for the caller's own connection tokens, and the calls that only components may make.
 */
export const addConnectRoutes = (ports: HttpPorts, deps: TokenDeps): void => {
  const { settings } = deps;
  addListRoutes(ports);
  addOwnRoutes(ports, settings);
  addAdministeredRoutes(ports);
  bind(ports, redeemConnectionToken, async ({ ctx, body }) => {
    onlyComponents(ctx);
    const { id, visitor, remote_addr, expire_now } = await body();
    return redeem({ tokenId: id, said: { visitor, remote_addr }, isKept: expire_now === false }, ctx, deps);
  });
  const renewing: CallHandler<typeof renewConnection> = async ({ ctx, body }) => {
    onlyComponents(ctx);
    const { id, session, visitor } = await body();
    return renew({ tokenId: id, session, visitor }, ctx, deps);
  };
  bind(ports, renewConnection, renewing, { noTransaction: true });
  const renewingMany: CallHandler<typeof renewConnections> = async ({ ctx, body }) => {
    onlyComponents(ctx);
    return renewMany((await body()).connections, ctx, deps);
  };
  bind(ports, renewConnections, renewingMany, { noTransaction: true });
};
