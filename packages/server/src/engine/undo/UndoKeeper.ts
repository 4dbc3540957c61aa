import type { Context } from '../context.ts';
import type { Resource } from '../resource.ts';

/** Records what a request changes, for an undo. */
export type UndoKeeper = {
  deleting(resource: Resource, ids: readonly string[], ctx: Context): Promise<void>;
  updating(resource: Resource, ids: readonly string[], ctx: Context): Promise<void>;
  updated(ctx: Context): Promise<void>;
  /** Something else changed as well, which an undo would not bring back. */
  refuse(): void;
  /** Token of the undo; undefined when the change cannot be undone. */
  keep(ctx: Context): Promise<string | undefined>;
};
