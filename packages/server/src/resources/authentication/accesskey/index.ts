import { randomBytes } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { type Behaviour, shortId } from '../../../engine/resource.ts';
import { lockUser } from '../../users/user/statements.ts';

/** Maximum number of keys per user. */
const mostKeys = 10;

/** 36 characters, as clients of the reference expect. */
const newSecret = (): string => randomBytes(27).toString('base64url');

const refuseEleventh = async (ctx: Context) => {
  await lockUser(ctx.actor.id, ctx.db);
  const rows = await ctx.db.rows<{ count: number }>(
    sql`select count(*)::int as count from authentication_accesskey where "user" = ${ctx.actor.id}`,
  );
  if ((rows[0]?.count ?? 0) >= mostKeys) throw new AppError('too_many_access_keys', { max: mostKeys });
};

/** Key under which the secret of a new key is kept for the answer of this request. */
const secretKey = (id: string) => `accesskey.secret:${id}`;

/** The secret of a key created in this request; undefined for any other. */
export const secretOf = (id: string, ctx: Context): string | undefined =>
  ctx.memo.get(secretKey(id)) as string | undefined;

/** The caller's own keys; the secret is generated here and shown once. */
export const accessKeyBehaviour = (): Behaviour<typeof accesskey> => ({
  display: shortId,
  search: (pattern) => [sql`t.id::text ilike ${pattern}`],
  visibleTo: (ctx) => sql`t."user" = ${ctx.actor.id || null}`,
  beforeWrite: async ({ ctx, before, values }) => {
    if (before) return undefined;
    await refuseEleventh(ctx);
    const secret = newSecret();
    ctx.memo.set(secretKey(String(values.id)), secret);
    return { user: ctx.actor.id, secret: ctx.engine.vault.seal(secret), date_last_used: null };
  },
});
