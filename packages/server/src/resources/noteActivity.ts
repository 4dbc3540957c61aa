import type { Context } from '../engine/context.ts';

/**
 * One line of a row's activity: `O` an operation, `S` a session, `L` a sign-in, `T` a task. Stored as a
 * locale key with values, so that every reader sees their own language.
 */
export type ActivityNote = {
  type: 'S' | 'L' | 'T' | 'O';
  resourceId: string;
  orgId: string;
  key: string;
  params?: Record<string, string>;
  detailId?: string;
};

/** Writes activity lines in the transaction of `ctx` and returns their ids. */
export type NoteActivity = (notes: readonly ActivityNote[], ctx: Pick<Context, 'db'>) => Promise<string[]>;
