import { tempTokenActions } from '@gatehouse/contract/actions/authentication.ts';
import { implement } from '../../engine/actions/implement.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import { expireNow } from '../../resources/authentication/temptoken/statements.ts';

/** `temp-tokens/{id}/expire/`: ends a temporary password before its time. */
export const addTempTokens = (ports: HttpPorts): void =>
  implement(ports, tempTokenActions, {
    expire: async ({ ctx, resource, row }) => {
      const { id } = await row({ lock: true });
      await expireNow(id, ctx.db);
      return presentOne(resource, await findRow(resource, id, ctx), ctx);
    },
  });
