import type { task } from '@gatehouse/contract/resources/terminal/task.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour, Row, Values } from '../../../engine/resource.ts';
import { onlyOwn, ownTerminal } from '../../ownTerminal.ts';
import { setLocked } from '../session/statements.ts';

/**
 * All that a component says of its task is that it is done, once. What it has to do, and which component, stays
 * as ordered: a thief with its key would otherwise make orders for other components of it (docs/decisions/0264).
 */
const answered = (before: Row<typeof task>, values: Values<typeof task>): Values<typeof task> => {
  const isDone = before.is_finished === true;
  const kept = Object.entries(before).filter(
    ([name]) => name in values && (name !== 'is_finished' || isDone),
  );
  const isFinishing = values.is_finished === true && !isDone;
  return { ...Object.fromEntries(kept), ...(isFinishing && { date_finished: new Date().toISOString() }) };
};

/** Tasks for components, which see only their own; a session counts as paused once its component says so. */
export const taskBehaviour = (): Behaviour<typeof task> => ({
  visibleTo: async (ctx) =>
    ctx.actor.isServiceAccount ? sql`t.terminal = ${await ownTerminal(ctx)}` : undefined,
  beforeWrite: async ({ ctx, before, values }) => {
    await onlyOwn([before?.terminal], ctx);
    return before && answered(before, values);
  },
  afterWrite: async (rows, ctx) => {
    for (const { row, before } of rows) {
      if (row.is_finished !== true || before?.is_finished === true) continue;
      const locked = row.name === 'lock_session' ? true : row.name === 'unlock_session' ? false : undefined;
      if (locked !== undefined) await setLocked([row.args], locked, ctx.db);
    }
  },
});
