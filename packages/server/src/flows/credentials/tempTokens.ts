import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { implement } from '../../engine/actions/implement.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import { expireNow } from '../../resources/authentication/temptoken/statements.ts';

/** `temp-tokens/{id}/expire/`: ends a temporary password before its time. */
export const addTempTokens = (ports: HttpPorts): void =>
  implement(ports, temptoken, {
    expire: async ({ ctx, resource, row }) => {
      const { id } = await row({ lock: true });
      await expireNow(id, ctx.db);
      return { body: await presentOne(resource, await findRow(resource, id, ctx), ctx) };
    },
  });
