import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { referenceLength } from '../../platform/secretStore/secretStore.ts';

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

/** The rows, of alias `t`, whose secrets are in the vault, or those whose secrets are not. */
export const heldIn = (isInVault: boolean): SQL =>
  sql`t.secret like 'g1.%' and (length(split_part(t.secret, '.', 4)) = ${referenceLength}) = ${isInVault}`;

/** The secret of a row, of alias `t`, with what a move, of alias `m`, puts in the place of its cipher text. */
export const movedSecret = sql`split_part(t.secret, '.', 1) || '.' || split_part(t.secret, '.', 2) || '.' || split_part(t.secret, '.', 3) || '.' || m.to`;

/** Whether a row, of alias `t`, is the one of a move, of alias `m`, and still holds what is to be moved. */
export const isOfMove = sql`t.id = m.id and split_part(t.secret, '.', 4) = m.from`;

/** How many rows are read and changed at once. */
export const rowsAtOnce = 200;
