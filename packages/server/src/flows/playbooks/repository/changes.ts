import { createHash } from 'node:crypto';
import type { fileChanges } from '@gatehouse/contract/ops/repositories.ts';
import type { Database } from '../../../platform/database.ts';
import { digestsOf, type PlaybookEntry } from '../../../resources/ops/playbook/files.ts';

type Change = { path: string; change: (typeof fileChanges)[number] };

/** Which files of a playbook fetched ones would change, by path. */
export const changesOf = async (
  playbook: string,
  entries: readonly PlaybookEntry[],
  db: Database,
): Promise<Change[]> => {
  const now = new Map((await digestsOf(playbook, db)).map(({ path, sha256 }) => [path, sha256]));
  const changes: Change[] = [];
  for (const { path, bytes } of entries) {
    if (!bytes) continue;
    const digest = now.get(path);
    now.delete(path);
    if (digest === undefined) changes.push({ path, change: 'added' });
    else if (digest !== createHash('sha256').update(bytes).digest('hex'))
      changes.push({ path, change: 'changed' });
  }
  for (const path of now.keys()) changes.push({ path, change: 'removed' });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
};
