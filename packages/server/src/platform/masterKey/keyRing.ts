import { statSync } from 'node:fs';
import { derivedKey, masterKeyOf } from '../crypto/masterKeys.ts';
import { type MarkPurpose, type MasterKey, markKeyOf } from '../crypto/vault.ts';
import { Refusal } from '../refusal.ts';
import { readKeyFile } from './keyFile.ts';

/** The master keys a process holds. A rotation changes them while the process runs. */
export type KeyRing = {
  /** Newest first: the first one seals, all of them open. */
  keys(): readonly MasterKey[];
  /** The keys for marks of one purpose, one for each master key, newest first; then those of the last day. */
  markKeys(purpose: MarkPurpose): readonly Buffer[];
  /** Reads the key file if it has changed; an unreadable one leaves the keys as they are. */
  reread(): void;
  /** Refuses these keys from now on. */
  retire(ids: Iterable<string>): void;
};

/** Where the secrets of master keys come from: the environment, or a file and the environment. */
export type KeySource = { secret?: string; previous?: string; file?: string };

/** How old the knowledge of the key file may be when a key is used, in ms. */
const freshMs = 1_000;

/** How long marks of a replaced key still count, so that nobody has to load an open page again. */
const formerMs = 86_400_000;

const stampOf = (path: string): string => {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts ? `${facts.ino} ${facts.mtimeMs} ${facts.size}` : '';
};

/** The secrets of a source, the one that seals first. */
export const secretsOf = ({ secret, previous = '', file }: KeySource): string[] => {
  const own = file ? readKeyFile(file) : [secret ?? ''];
  const all = [...own, ...previous.split(',').map((part) => part.trim())];
  return [...new Set(all.filter((part) => part !== ''))];
};

/** A master key with the keys for marks that come from it; it does not come from them. */
type Held = { master: MasterKey; marks: Record<MarkPurpose, Buffer> };

const heldOf = (secret: string): Held => {
  const master = masterKeyOf(secret);
  const marks = {
    csrf: derivedKey(secret, 'csrf'),
    decision: markKeyOf(master, 'decision'),
    visitor: markKeyOf(master, 'visitor'),
  };
  return { master, marks };
};

/** The keys in use, and those for marks of keys that were replaced less than a day ago. */
const createPossession = (now: () => number, retired: Set<string>) => {
  let held: Held[] = [];
  let former: (Held['marks'] & { until: number })[] = [];
  return {
    held: () => held,
    former: () => {
      former = former.filter(({ until }) => until > now());
      return former;
    },
    replace: (all: readonly Held[]): void => {
      const kept = all.filter(({ master }) => !retired.has(master.id));
      const lost = held.filter((one) => !kept.some(({ master }) => master.id === one.master.id));
      former = [...lost.map(({ marks }) => ({ ...marks, until: now() + formerMs })), ...former];
      held = kept;
    },
  };
};

/**
 * Reads the keys, without those that were replaced. A key file is looked at again when a key is used, so that
 * a process that was suspended uses no key of yesterday.
 */
export const createKeyRing = (
  source: KeySource,
  replaced: Iterable<string> = [],
  now: () => number = performance.now.bind(performance),
): KeyRing => {
  const { file } = source;
  const retired = new Set(replaced);
  const possession = createPossession(now, retired);
  let stamp = file ? stampOf(file) : '';
  let lookedAt = now();
  possession.replace(secretsOf(source).map(heldOf));
  const reread = () => {
    if (!file) return;
    lookedAt = now();
    const seen = stampOf(file);
    if (seen === stamp) return;
    try {
      possession.replace(secretsOf(source).map(heldOf));
      stamp = seen;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
  const fresh = () => {
    if (now() - lookedAt >= freshMs) reread();
    return possession.held();
  };
  return {
    keys: () => fresh().map(({ master }) => master),
    markKeys: (purpose) =>
      [...fresh(), ...possession.former().map((marks) => ({ marks }))].map(({ marks }) => marks[purpose]),
    reread,
    retire: (ids) => {
      for (const id of ids) retired.add(id);
      possession.replace(possession.held());
    },
  };
};
