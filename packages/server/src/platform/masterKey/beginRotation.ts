import { masterKeyOf } from '../crypto/masterKeys.ts';
import { keyOfProof } from '../crypto/proveVault.ts';
import type { Database } from '../database.ts';
import { Refusal } from '../refusal.ts';
import { newSecret, readKeyFile, writeKeyFile } from './keyFile.ts';
import { type KeySource, secretsOf } from './keyRing.ts';
import { type RotationState, readRetiredKeys, readRotation, writeRotation } from './rotationState.ts';

const idOf = (secret: string): string => masterKeyOf(secret).id;

const unfinishedOf = (state: RotationState | undefined): RotationState | undefined =>
  state?.finished === undefined ? state : undefined;

/** How to change a key that is in the environment, where this program cannot change it. */
const byHand = `GATEHOUSE_SECRET_KEY is in the environment, so only you can change it:
 1. Make a new key, such as with: openssl rand -base64 32
 2. Name it in GATEHOUSE_SECRET_KEY_PREVIOUS of every server, and restart them one after the other.
 3. Exchange the two: the new key in GATEHOUSE_SECRET_KEY, the old one in GATEHOUSE_SECRET_KEY_PREVIOUS; restart again.
 4. Run npm run rotate-key with these variables: it re-encrypts everything.
 5. Remove GATEHOUSE_SECRET_KEY_PREVIOUS.`;

/** The keys in the order that the rotation ends with: the new one first. */
const keysFromEnvironment = (
  source: KeySource,
  { unfinished, retired }: { unfinished: RotationState | undefined; retired: readonly string[] },
): string[] => {
  const [next = '', ...old] = secretsOf(source).filter((secret) => !retired.includes(idOf(secret)));
  if (unfinished && unfinished.to !== idOf(next))
    throw new Refusal(
      `GATEHOUSE_SECRET_KEY is not the key (${unfinished.to}) that the unfinished change leads to.`,
    );
  if (old.length === 0 && !unfinished) throw new Refusal(byHand);
  return [next, ...old];
};

/** Makes the new key, unless a call that ended before it recorded anything has made it already. */
const newKeyIn = (file: string, used: string | undefined): string => {
  const inFile = readKeyFile(file);
  const [old] = inFile;
  const made = inFile.find((secret) => secret !== old || (used !== undefined && idOf(secret) !== used));
  if (made) return made;
  const next = newSecret();
  // The old key goes on sealing until every server knows the new one.
  writeKeyFile(file, [...inFile, next]);
  return next;
};

const keysFromFile = (
  source: KeySource & { file: string },
  { unfinished, used }: { unfinished: RotationState | undefined; used: string | undefined },
): string[] => {
  const { file } = source;
  const next = unfinished
    ? readKeyFile(file).find((secret) => idOf(secret) === unfinished.to)
    : newKeyIn(file, used);
  if (next === undefined)
    throw new Refusal(
      `${file} does not contain the key ${unfinished?.to}, with which secrets are encrypted already. Put the file back that does.`,
    );
  return [next, ...secretsOf(source).filter((secret) => secret !== next)];
};

/** Begins a change of the master key, or goes on with an unfinished one; secrets come with the new one first. */
export const beginRotation = async (
  source: KeySource,
  db: Database,
): Promise<{ state: RotationState; secrets: string[] }> => {
  const unfinished = unfinishedOf(await readRotation(db));
  const { file } = source;
  const secrets = file
    ? keysFromFile({ ...source, file }, { unfinished, used: await keyOfProof(db) })
    : keysFromEnvironment(source, { unfinished, retired: await readRetiredKeys(db) });
  if (unfinished) return { state: unfinished, secrets };
  const [to = '', ...from] = secrets.map(idOf);
  const state = {
    ...{ to, from, started: new Date().toISOString() },
    ...{ done: 0, percent: 0, table: '', block: 0 },
  };
  await writeRotation(state, db);
  return { state, secrets };
};
