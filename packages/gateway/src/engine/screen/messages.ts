import type { Size } from '../terminal/size.ts';
import type { HeldLine } from './heldLine.ts';
import type { Moment, ReadCommand } from './runningCommand.ts';
import type { Painting } from './screen.ts';

/** Batched messages from the main thread to the screen thread; `id` is the session. */
export type ToScreens =
  | { op: 'create'; id: string; size: Size; offset: number }
  | { op: 'output'; id: string; bytes: Uint8Array }
  | { op: 'input'; id: string; text: string; moment: Moment }
  | { op: 'resize'; id: string; size: Size }
  | { op: 'paint'; id: string; request: number }
  | { op: 'settle'; id: string; request: number }
  | { op: 'held'; id: string; request: number }
  | { op: 'dispose'; id: string };

/** Batched answers of the screen thread; even an empty batch every second proves that it is not stuck. */
export type FromScreens =
  /** This many bytes of output were parsed or put aside for later. */
  | { op: 'eaten'; id: string; bytes: number }
  | { op: 'entered'; id: string; command: ReadCommand }
  | { op: 'finished'; id: string; command: ReadCommand }
  | { op: 'painted'; request: number; painting: Painting }
  | { op: 'settled'; request: number }
  | { op: 'held'; request: number; line: HeldLine | null };
