import { grantedListFields } from '@gatehouse/contract/perms/grantedFields.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { allOf, isUuid } from '../../platform/database.ts';
import { allFavorites } from '../../resources/assets/favoriteasset/relations.ts';
import { assetsGranted, type Grants } from './grants.ts';
import type { Subject } from './subject.ts';

/** A user's favourite assets. */
export const favorites = (subject: Subject): SQL =>
  sql`t.id in (select f.asset from ${allFavorites} f where f."user" = ${isUuid(subject.id) ? subject.id : null})`;

/** A list of granted assets, with every filter, order and page of the asset list. */
export const listGranted = async (
  request: FastifyRequest,
  grants: Grants,
  ctx: Context,
  narrowed?: SQL,
): Promise<unknown> => {
  const query = queryOf(request);
  // The list would look for the node among all nodes; `narrowed` already limits it to a granted one.
  query.delete('node_id');
  // Granted assets have one size, however small a client asks for.
  query.delete('fields_size');
  const where = allOf([assetsGranted(grants), narrowed]);
  const options = { allowed: true as const, where, fields: grantedListFields };
  return pageOf(await listRows(ctx.engine.resource(asset), query, ctx, options), request);
};
