import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import type { KeyValue } from '../../platform/secretStore/keyValue.ts';
import { cipherOf, fewAtOnce, pathOf, readCipher } from '../../platform/secretStore/secretStore.ts';
import { accountSecrets, pastSecrets } from '../../resources/accounts/account/secretPlaces.ts';
import { templateSecrets } from '../../resources/accounts/accounttemplate/secretPlace.ts';
import { changedSecrets, replacedSecrets } from '../../resources/accounts/changesecretrecord/secretPlaces.ts';
import type { HeldSecret, SecretMove, SecretPlace } from '../../resources/accounts/secretPlace.ts';

const places: readonly SecretPlace[] = [
  accountSecrets,
  templateSecrets,
  pastSecrets,
  changedSecrets,
  replacedSecrets,
];

export type MoveDeps = {
  db: Database;
  keyValue: KeyValue;
  signal?: AbortSignal;
  /** Told how many secrets of how many were moved. */
  progress?: (moved: number, total: number) => unknown;
};

/** How many secrets lie where. */
export const countSecrets = async (db: Database): Promise<{ vault: number; database: number }> => {
  const counts = { vault: 0, database: 0 };
  for (const place of places) {
    counts.vault += await place.count(true, db);
    counts.database += await place.count(false, db);
  }
  return counts;
};

/** The copy in the vault differs from what was written. */
class CopyDiffers extends Error {}

/** Writes a secret to the vault and reads it back: only what can be read leaves the database. */
const putAway = async ({ id, secret }: HeldSecret, keyValue: KeyValue): Promise<SecretMove> => {
  const [from, to] = [cipherOf(secret), randomUUID()];
  await keyValue.write(pathOf(to), from);
  if ((await keyValue.read(pathOf(to))) !== from) throw new CopyDiffers();
  return { id, from, to };
};

const bringBack = async ({ id, secret }: HeldSecret, keyValue: KeyValue): Promise<SecretMove> => {
  const from = cipherOf(secret);
  return { id, from, to: await readCipher(keyValue, from) };
};

/** Removes the copies of secrets that were changed meanwhile; one that stays is of no use to anyone. */
const dropCopies = (moves: readonly SecretMove[], keyValue: KeyValue): Promise<unknown> =>
  fewAtOnce(moves, ({ to }) => keyValue.remove(pathOf(to)).catch(() => undefined));

type Direction = 'vault' | 'database';

/** Moves the secrets of a table; tells of each part how many rows were moved. */
const moveAll = async (
  place: SecretPlace,
  to: Direction,
  { db, keyValue, signal }: MoveDeps,
  reached: (moved: number) => unknown,
): Promise<void> => {
  const isToVault = to === 'vault';
  for (let after = place.first; ; ) {
    signal?.throwIfAborted();
    const rows = await place.next(!isToVault, after, db);
    const last = rows.at(-1);
    if (!last) return;
    const moves = await fewAtOnce(rows, (row) => (isToVault ? putAway : bringBack)(row, keyValue));
    const changed = new Set(await place.move(moves, db));
    const missed = moves.filter(({ id }) => !changed.has(id));
    if (isToVault) await dropCopies(missed, keyValue);
    after = last.id;
    await reached(changed.size);
  }
};

/**
 * Moves all secrets to the vault, or back to the database, a few hundred rows at a time. Whatever interrupts
 * it, each row holds its secret or the reference to it, and the next call goes on. Returns how many moved.
 */
export const moveSecrets = async (to: Direction, deps: MoveDeps): Promise<number> => {
  const counts = await countSecrets(deps.db);
  const total = to === 'vault' ? counts.database : counts.vault;
  let moved = 0;
  // Rows may be copied meanwhile to where the move has been already.
  for (let before = -1; before < moved; ) {
    before = moved;
    for (const place of places)
      await moveAll(place, to, deps, (more) => {
        moved += more;
        return deps.progress?.(moved, Math.max(total, moved));
      });
  }
  return moved;
};
