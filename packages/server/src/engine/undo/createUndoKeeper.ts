import type { Resource } from '../resource.ts';
import { type Emptied, type Image, imagesOfDeletion, imagesOfRows, mostImages } from './images.ts';
import type { UndoKeeper } from './UndoKeeper.ts';

/** What an undo needs, as it is kept for half a minute, sealed. */
export type Kept = { resource: string; user: string; org: string } & (
  | { kind: 'delete'; images: Image[]; emptied: Emptied[] }
  | { kind: 'update'; before: Image[]; after: Image[] }
);

/** Seconds in which a change can be undone; the console offers it for ten. */
const lifetime = 30;
/** Maximum number of rows after a change, relations that it added among them. */
const mostAfter = 10 * mostImages;

/** A keeper for the request that changes rows of this resource. */
export const createUndoKeeper = (of: Resource): UndoKeeper => {
  let kept: { kind: 'delete'; images: Image[]; emptied: Emptied[] } | undefined;
  let updating:
    | { ids: readonly string[]; before: Image[] | undefined; after?: Image[] | undefined }
    | undefined;
  let isRefused = false;
  // A change that draws in rows of another resource, or happens in several steps, is not undone by halves.
  const isOther = (resource: Resource): boolean => {
    if (kept || updating || resource.base !== of.base) isRefused = true;
    return isRefused;
  };
  const changed = () => {
    if (kept) return kept;
    const { before, after } = updating ?? {};
    return before && after && { kind: 'update' as const, before, after };
  };
  return {
    deleting: async (resource, ids, ctx) => {
      if (isOther(resource) || ids.length > mostImages) return;
      const found = await imagesOfDeletion(resource, ids, mostImages, ctx);
      if (found) kept = { kind: 'delete', ...found };
    },
    updating: async (resource, ids, ctx) => {
      if (isOther(resource) || ids.length > mostImages) return;
      updating = { ids, before: await imagesOfRows(resource, ids, ctx, mostImages) };
    },
    updated: async (ctx) => {
      if (updating?.before) updating.after = await imagesOfRows(of, updating.ids, ctx, mostAfter);
    },
    refuse: () => {
      isRefused = true;
    },
    keep: async (ctx) => {
      const change = isRefused ? undefined : changed();
      if (!change) return undefined;
      const entry: Kept = { ...change, resource: of.key, user: ctx.actor.id, org: ctx.org.id };
      return ctx.engine.keepForUndo(
        ctx.engine.vault.seal(JSON.stringify(entry)),
        ctx.org.id,
        lifetime,
        ctx.db,
      );
    },
  };
};
