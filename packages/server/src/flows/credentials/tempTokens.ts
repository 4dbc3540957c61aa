import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { sql } from 'drizzle-orm';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';

/** `temp-tokens/{id}/expire/`: ends a temporary password before its time. */
export const addTempTokens = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(temptoken);
  addRoute(ports, {
    method: 'PATCH',
    url: '/api/v1/authentication/temp-tokens/:id/expire/',
    need: 'authentication.change_temptoken',
    handle: async (ctx, request) => {
      const { id } = request.params as { id: string };
      const row = await findRow(resource, id, ctx, { lock: true });
      await ctx.db.rows(
        sql`update authentication_temptoken set date_expired = now(), date_updated = now() where id = ${row.id}`,
      );
      return { body: await presentOne(resource, await findRow(resource, row.id, ctx), ctx) };
    },
  });
};
