import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';

/** Templates are seen and changed by their creator only, also by no administrator (reference 06 §A.6, §A.7). */
export const ownTemplates = (ctx: Context): SQL => sql`t.creator = ${ctx.actor.id || null}`;

/** The creator of a new template is its caller, whatever the request says; that of a stored one stays. */
export const createdByCaller = ({ ctx, before }: { ctx: Context; before: unknown }) =>
  before ? undefined : { creator: ctx.actor.id };
