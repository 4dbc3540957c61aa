/** How much a file may hold. */
export type Limits = {
  /** Rows besides the titles. */
  rows: number;
  columns: number;
  /** Rows times columns, as gaps take memory too. */
  cells: number;
  /** Characters of one cell. */
  cell: number;
  /** Characters of all cells. */
  characters: number;
  /** Bytes that an archive unpacks to. */
  unpacked: number;
};

/** Why a file is refused: a limit it exceeds, or content that only an attacker writes. */
export type Reason =
  | 'rows'
  | 'columns'
  | 'cells'
  | 'cell'
  | 'characters'
  | 'unpacked'
  | 'parts'
  | 'unusual'
  | 'type'
  | 'side'
  | 'pixels'
  | 'entries'
  | 'file'
  | 'ratio'
  | 'link'
  | 'submodule'
  | 'encrypted';

/** A refused file, with the exceeded limit where there is one. */
export type Refused = { refused: Reason | 'work'; max: number };

/** Thrown while a file is read, as soon as it exceeds a limit. */
export class Excess extends Error {
  readonly refused: Refused;

  constructor(reason: Reason, max = 0) {
    super(`the file exceeds a limit: ${reason}`);
    this.refused = { refused: reason, max };
  }
}
