import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';

/** `temp-tokens/{id}/expire/`: ends a temporary password before its time. */
export const addTempTokens = (ports: HttpPorts): void =>
  implement(ports, temptoken, {
    expire: async ({ ctx, resource, row }) => {
      const { id } = await row({ lock: true });
      await ctx.db.rows(
        sql`update authentication_temptoken set date_expired = now(), date_updated = now() where id = ${id}`,
      );
      return { body: await presentOne(resource, await findRow(resource, id, ctx), ctx) };
    },
  });
