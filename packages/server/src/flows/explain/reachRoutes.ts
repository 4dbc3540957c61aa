import {
  exportAssetsReached,
  exportUsersReaching,
  listAssetsReached,
  listUsersReaching,
} from '@gatehouse/contract/calls/explain.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind, type WholeAnswer, whole } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import type { Resource, Row } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { fileHeaders, fileTypes, requestedFormat } from '../../engine/routes/transferRoutes.ts';
import { exportColumns, neutralized } from '../../engine/transfer/cells.ts';
import { type ExportAs, exportBatches } from '../../engine/transfer/exportRows.ts';
import { csvStream } from '../../engine/transfer/files.ts';
import { xlsxStream } from '../../engine/transfer/xlsx.ts';
import { assetsGranted, loadGrants } from '../permittedAssets/grants.ts';
import { askedAsset, askedUser } from './question.ts';
import { type Reach, reachBetween, reaching } from './reach.ts';

/** One side of a list of who reaches what: the rows, and how each is reached. */
type Side = {
  resource: Resource;
  /** Parameter that names the other side. */
  parameter: 'asset' | 'user';
  fields: readonly ['name', 'username' | 'address'];
  where: SQL;
  reachOf(ids: readonly string[], ctx: Context): Promise<(id: string) => Reach>;
  /** The row of the other side, for the log of exports. */
  about: { resource: Resource; id: string; display: string };
};

/** The query of the rows, without what is the list's own. */
const rowsQuery = (request: FastifyRequest, { parameter, fields }: Side): URLSearchParams => {
  const query = queryOf(request);
  for (const name of [parameter, 'format', 'fields_size', 'abilities']) query.delete(name);
  if (!query.has('order')) query.set('order', fields[0]);
  return query;
};

const need = listUsersReaching.permission;

/** What a permission names, as text: how it finds the user, and how the asset. */
const pathText = ({ name, is_direct, groups, is_on_asset, nodes }: Reach['paths'][number]): string =>
  [
    ...(is_direct ? [] : groups.slice(0, 1).map((group) => group.name)),
    name,
    ...(is_on_asset ? [] : nodes.slice(0, 1).map((node) => node.name)),
  ].join(' > ');

const titleOf = (name: string, resource: Resource, ctx: Context): string =>
  exportColumns(resource, ctx).find((column) => column.name === name)?.title ?? name;

const exportOf = ({ resource, fields, where, reachOf }: Side, ctx: Context): ExportAs => ({
  need,
  where,
  titles: [
    ...fields.map((name) => titleOf(name, resource, ctx)),
    ...(['accounts', 'protocols', 'paths', 'date_expired'] as const).map((name) =>
      ctx.t(`access.reach.${name}`),
    ),
  ],
  cells: async (rows: Row[], at) => {
    const reach = await reachOf(
      rows.map(({ id }) => String(id)),
      at,
    );
    return rows.map((row) => {
      const { accounts, protocols, paths, date_expired } = reach(String(row.id));
      return [
        ...fields.map((name) => String((row as Record<string, unknown>)[name] ?? '')),
        accounts.join(', '),
        protocols.join(', '),
        paths.map(pathText).join('; '),
        date_expired ?? '-',
      ].map(neutralized);
    });
  },
});

const fileOf = async (side: Side, request: FastifyRequest, ctx: Context): Promise<WholeAnswer> => {
  const format = requestedFormat(request) ?? 'csv';
  const { about, resource } = side;
  const row = { id: about.id };
  await ctx.engine.record(
    [{ action: 'download', resource: about.resource, row, display: about.display, diff: {} }],
    ctx,
  );
  const as = exportOf(side, ctx);
  const batches = await exportBatches(resource, rowsQuery(request, side), ctx, request.signal, { as });
  return whole({
    headers: fileHeaders(resource, fileTypes[format], format),
    stallMs: ctx.engine.exports.stallMs,
    stream: format === 'csv' ? csvStream(batches) : xlsxStream(batches),
  });
};

const listOf = async (side: Side, request: FastifyRequest, ctx: Context) => {
  const { resource, fields, where, reachOf } = side;
  const options = { allowed: true, where, fields: ['id', ...fields], sought: true } as const;
  const found = await listRows(resource, rowsQuery(request, side), ctx, options);
  const rows = found.rows as { id: string }[];
  const reach = await reachOf(
    rows.map(({ id }) => id),
    ctx,
  );
  return pageOf({ ...found, rows: rows.map((row) => ({ ...row, ...reach(row.id) })) }, request);
};

const usersSide = async (asked: string, ctx: Context): Promise<Side> => {
  const asset = await askedAsset(asked, ctx);
  return {
    resource: ctx.engine.resource('users.user'),
    parameter: 'asset',
    fields: ['name', 'username'],
    where: reaching(asset),
    reachOf: (users, { db }) => reachBetween({ users, assets: [asset.id], by: 'user' }, db),
    about: {
      resource: ctx.engine.resource('assets.asset'),
      id: asset.id,
      display: `${asset.name}(${asset.address})`,
    },
  };
};

const assetsSide = async (asked: string, ctx: Context): Promise<Side> => {
  const user = await askedUser(asked, new Date(), ctx);
  const subject = { kind: 'user', id: user.id, username: user.username } as const;
  const granted = assetsGranted(await loadGrants(subject, ctx));
  const isOut = !user.is_active || user.is_expired;
  return {
    resource: ctx.engine.resource('assets.asset'),
    parameter: 'user',
    fields: ['name', 'address'],
    where: isOut ? sql`false` : sql`(t.is_active and ${granted})`,
    reachOf: (assets, { db }) => reachBetween({ users: [user.id], assets, by: 'asset' }, db),
    about: { resource: ctx.engine.resource('users.user'), id: user.id, display: displayOf(user) },
  };
};

/** Registers the lists of who reaches an asset and of what a user reaches, and their files (decision 0383). */
export const addReachRoutes = (ports: HttpPorts): void => {
  bind(ports, listUsersReaching, async ({ ctx, query, request }) =>
    listOf(await usersSide(query.asset, ctx), request, ctx),
  );
  bind(ports, listAssetsReached, async ({ ctx, query, request }) =>
    listOf(await assetsSide(query.user, ctx), request, ctx),
  );
  bind(ports, exportUsersReaching, async ({ ctx, query, request }) =>
    fileOf(await usersSide(query.asset, ctx), request, ctx),
  );
  bind(ports, exportAssetsReached, async ({ ctx, query, request }) =>
    fileOf(await assetsSide(query.user, ctx), request, ctx),
  );
};
