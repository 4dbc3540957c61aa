import { AppError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../engine/context.ts';
import { isUuid } from '../../platform/database.ts';
import { keptFileHours } from '../../platform/jobs/runFiles.ts';

/** How long the chosen rows of an export are kept: until it has run, and while it may be started again. */
const keptSeconds = 2 * keptFileHours * 3_600;

const chosenIn = async (query: URLSearchParams, ctx: Context): Promise<unknown[] | undefined> => {
  const token = query.get('spm');
  if (!token) return undefined;
  const ids = isUuid(token) ? await ctx.engine.recall(`spm:${token}`, ctx.db) : undefined;
  if (!Array.isArray(ids)) throw new AppError('invalid', {}, { messageKey: 'selection_gone' });
  return ids;
};

/** The query of a list with the chosen rows kept longer than their token is valid, which is minutes. */
export const keepChosen = async (text: string, ctx: Context): Promise<URLSearchParams> => {
  const query = new URLSearchParams(text);
  const ids = await chosenIn(query, ctx);
  if (ids) query.set('spm', await ctx.engine.remember(ids, keptSeconds, ctx.db));
  return query;
};

/** Refuses a query whose chosen rows are not kept any more: it would find none. */
export const refuseForgotten = async (query: URLSearchParams, ctx: Context): Promise<void> => {
  await chosenIn(query, ctx);
};
