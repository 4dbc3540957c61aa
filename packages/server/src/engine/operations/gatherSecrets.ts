import { gathering } from '../../platform/secretStore/secretStore.ts';
import type { Context } from '../context.ts';

/**
 * A context in which secrets are not written one by one: `settle` writes them, a few at once, before the rows that
 * hold them are stored.
 */
export const gatherSecrets = (ctx: Context): { ctx: Context; settle: () => Promise<void> } => {
  const secrets = gathering(ctx.engine.secrets);
  return { ctx: { ...ctx, engine: { ...ctx.engine, secrets } }, settle: secrets.settle };
};
