import { undoChange } from '@gatehouse/contract/calls/installation.ts';
import { bind } from '../engine/calls/bind.ts';
import type { HttpPorts } from '../engine/http.ts';
import { undo } from '../engine/undo/undo.ts';

/** Registers the undo of batch changes and deletions. */
export const addUndoRoute = (ports: HttpPorts): void =>
  bind(ports, undoChange, async ({ ctx, body }) => undo((await body()).token, ctx));
