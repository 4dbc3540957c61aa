import { addFavorites, listFavorites, removeFavorite } from '@gatehouse/contract/calls/assets.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { favoriteasset } from '@gatehouse/contract/resources/assets/favoriteasset.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { removeRows } from '../../engine/operations/destroy.ts';
import { listRows, presentOne, selectRows } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import { readQuery } from '../../engine/query.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';

/** Served here: favourites belong to a user, not to the organization of the request. */
export const replacedByFavorites: readonly string[] = [listFavorites, addFavorites, removeFavorite].flatMap(
  ({ addresses }) => addresses,
);

const resourceOf = (ctx: Context) => ctx.engine.resource(favoriteasset);
const shown = { only: ['asset'] };

/** Favourite assets of the caller (reference 03 §8). */
export const addFavoriteRoutes = (ports: HttpPorts): void => {
  bind(ports, listFavorites, async ({ ctx, request }) =>
    pageOf(
      await listRows(resourceOf(ctx), queryOf(request), everywhere(ctx), { fields: shown.only }),
      request,
    ),
  );
  bind(ports, addFavorites, async ({ ctx, body }) => {
    const input = await body();
    const rows = await create(resourceOf(ctx), input, everywhere(ctx));
    const wire = await ctx.db.together(rows.map((row) => () => presentOne(resourceOf(ctx), row, ctx, shown)));
    return whole({ status: 201, body: Array.isArray(input) ? wire : wire[0] });
  });
  bind(ports, removeFavorite, async ({ ctx, request }) => {
    const listQuery = await readQuery(resourceOf(ctx), queryOf(request), everywhere(ctx));
    const rows = listQuery.narrowed
      ? await selectRows(resourceOf(ctx), { ...listQuery, limit: 2, offset: 0 }, ctx)
      : [];
    if (rows.length !== 1) throw new AppError('bulk_delete_refused');
    await removeRows(resourceOf(ctx), rows, ctx);
    return undefined;
  });
};
