import type { task } from '@gatehouse/contract/resources/terminal/task.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { onlyOwn, ownTerminal } from '../../ownTerminal.ts';
import { setLocked } from '../session/statements.ts';

/** Tasks for components, which see only their own; a session counts as paused once its component says so. */
export const taskBehaviour = (): Behaviour<typeof task> => ({
  visibleTo: async (ctx) =>
    ctx.actor.isServiceAccount ? sql`t.terminal = ${await ownTerminal(ctx)}` : undefined,
  beforeWrite: async ({ ctx, before, values }) => {
    await onlyOwn([before?.terminal], ctx);
    const finishing = values.is_finished === true && before?.is_finished !== true;
    return finishing ? { date_finished: new Date().toISOString() } : undefined;
  },
  afterWrite: async (rows, ctx) => {
    for (const { row, before } of rows) {
      if (row.is_finished !== true || before?.is_finished === true) continue;
      const locked = row.name === 'lock_session' ? true : row.name === 'unlock_session' ? false : undefined;
      if (locked !== undefined) await setLocked([row.args], locked, ctx.db);
    }
  },
});
