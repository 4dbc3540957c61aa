import type { Size } from '../terminal/size.ts';
import type { Moment, ReadCommand } from './runningCommand.ts';
import type { Painting } from './screen.ts';

/** What the main thread tells the screen thread, in batches; `id` is the session. */
export type ToScreens =
  | { op: 'create'; id: string; size: Size; offset: number }
  | { op: 'output'; id: string; bytes: Uint8Array }
  | { op: 'input'; id: string; text: string; moment: Moment }
  | { op: 'resize'; id: string; size: Size }
  | { op: 'paint'; id: string; request: number }
  | { op: 'settle'; id: string; request: number }
  | { op: 'dispose'; id: string };

/** What the screen thread answers, in batches; an empty batch every second says that it is not stuck. */
export type FromScreens =
  /** So many bytes of output were parsed. */
  | { op: 'eaten'; id: string; bytes: number }
  | { op: 'entered'; id: string; command: ReadCommand }
  | { op: 'finished'; id: string; command: ReadCommand }
  | { op: 'painted'; request: number; painting: Painting }
  | { op: 'settled'; request: number };
