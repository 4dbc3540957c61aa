import type { FastifyRequest } from 'fastify';
import { queryOf } from '../../engine/http.ts';
import type { Values } from '../../engine/resource.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';

const whole = (value: string | null): number =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : 0;

/** An in-memory list as an array or, with `limit`, one page of it. */
export const plainPage = (rows: readonly object[], request: FastifyRequest): unknown => {
  const query = queryOf(request);
  const [limit, offset] = [whole(query.get('limit')), whole(query.get('offset'))];
  const shown = limit > 0 ? rows.slice(offset, offset + limit) : rows;
  return pageOf(
    { rows: shown as Values[], count: rows.length, limit: limit > 0 ? limit : undefined, offset },
    request,
  );
};
