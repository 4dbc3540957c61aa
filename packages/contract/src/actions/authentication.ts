import { z } from 'zod';
import { writtenId } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { rowOf } from '../call/rowOf.ts';
import { connectiontoken } from '../resources/authentication/connectiontoken.ts';
import { superconnectiontoken } from '../resources/authentication/superconnectiontoken.ts';
import { temptoken } from '../resources/authentication/temptoken.ts';

export const connectionTokenActions = defineActions(connectiontoken, {
  expire: { summary: 'Ends one of your tokens', status: 204 },
  reuse: {
    summary: 'Makes one of your connection tokens reusable, or single-use again',
    body: z.object({ is_reusable: z.boolean().catch(false) }),
    answer: z.object({ id: z.string(), date_expired: z.string(), is_reusable: z.boolean() }),
    otherwise: { 400: z.array(z.string()).describe('Reusable connection tokens are switched off') },
  },
  exchange: {
    summary: 'Renews one of your connection tokens',
    body: z.object({ id: writtenId }),
    status: 201,
    answer: rowOf(connectiontoken),
  },
});

export const superConnectionTokenActions = defineActions(superconnectiontoken, {
  expire: { summary: "Ends a user's connection token", status: 204 },
});

export const tempTokenActions = defineActions(temptoken, {
  expire: { summary: 'Ends a temporary password', answer: rowOf(temptoken) },
});
