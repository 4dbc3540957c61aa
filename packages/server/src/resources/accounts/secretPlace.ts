import type { Database } from '../../platform/database.ts';

/** A row with a secret: the sealed value, or the reference to one in the vault. */
export type HeldSecret = { id: string; secret: string };

/** What a row's cipher text, or the reference in its place, is replaced by. */
export type SecretMove = { id: string; from: string; to: string };

/** A table with secrets, as they move between the database and the vault. */
export type SecretPlace = {
  /** Below the id of every row. */
  first: string;
  count(isInVault: boolean, db: Database): Promise<number>;
  /** The rows after an id whose secrets are in the vault, or those whose secrets are not. */
  next(isInVault: boolean, after: string, db: Database): Promise<HeldSecret[]>;
  /** Replaces what the rows still hold, under whichever key; the ids of the rows that were changed. */
  move(moves: readonly SecretMove[], db: Database): Promise<string[]>;
};

/** How many rows are read and changed at once. */
export const rowsAtOnce = 200;
