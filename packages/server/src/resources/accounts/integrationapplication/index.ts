import { randomBytes } from 'node:crypto';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour } from '../../../engine/resource.ts';

/** A secret of the length that clients of access keys expect. */
export const newSecret = (): string => randomBytes(27).toString('base64url');

const secretKey = (id: string) => `integrationapplication.secret:${id}`;

/** The secret of an application created in this request; undefined for any other. */
export const secretOf = (id: string, ctx: Context): string | undefined =>
  ctx.memo.get(secretKey(id)) as string | undefined;

/** What an application may fetch, its writer may read: otherwise it would be a way around that permission. */
export const mayGiveSecrets = (ctx: Context): void => authorize(ctx, 'accounts.view_accountsecret');

/** Applications that may fetch secrets; the secret of the key is generated here and shown once. */
export const integrationApplicationBehaviour = (): Behaviour<typeof integrationapplication> => ({
  beforeWrite: async ({ ctx, before, values }) => {
    mayGiveSecrets(ctx);
    const { ip_group } = { ...before, ...values };
    if (!ip_group?.length) throw fieldError('ip_group', 'required');
    if (before) return undefined;
    const secret = newSecret();
    ctx.memo.set(secretKey(String(values.id)), secret);
    return { secret: ctx.engine.vault.seal(secret), date_last_used: null };
  },
});
