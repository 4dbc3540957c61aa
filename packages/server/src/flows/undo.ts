import { foreseeUndoOfChange, undoChange } from '@gatehouse/contract/calls/installation.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { bind } from '../engine/calls/bind.ts';
import type { HttpPorts } from '../engine/http.ts';
import { foreseeUndo } from '../engine/undo/foresee.ts';
import { mostImages } from '../engine/undo/images.ts';
import { undo } from '../engine/undo/undo.ts';

/** Registers the undo of changes and deletions, and its forecast. */
export const addUndoRoutes = (ports: HttpPorts): void => {
  bind(ports, undoChange, async ({ ctx, body }) => undo((await body()).token, ctx));
  bind(ports, foreseeUndoOfChange, async ({ ctx, body }) => {
    const { place, change, ids } = await body();
    const resource = [...ctx.engine.resources.values()].find(
      ({ definition }) => collectionOf(definition) === `/api/v1/${place}/`,
    );
    if (!resource) throw new AppError('not_found');
    return { can_be_undone: await foreseeUndo(resource, change, ids, ctx), most: mostImages };
  });
};
