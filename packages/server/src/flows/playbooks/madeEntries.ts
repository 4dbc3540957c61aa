import { ENTRY_FILE, foldedPath, nameOfPath, playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { Context } from '../../engine/context.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import { createParsing } from '../../platform/parsing/createParsing.ts';
import type { Refused } from '../../platform/parsing/limits.ts';
import type { ArchivedFile, Manner } from '../../platform/parsing/messages.ts';
import type { PlaybookEntry } from '../../resources/ops/playbook/files.ts';
import { refusal, soundPath, withFolders } from './refusals.ts';

const places = 1;
const parse = createParsing({
  places,
  waiting: { all: 10, own: 2 },
  memoryMegabytes: 256,
  patienceMs: 20_000,
  idleMs: 3_000,
});

/** How much files from elsewhere may hold. */
export const most = {
  entries: playbookLimits.entries,
  file: playbookLimits.file,
  unpacked: playbookLimits.all,
};

/** Where files come from, as part of the keys of what is said about them. */
export type Origin = 'archive' | 'repository';

const reasonsOf = (origin: Origin): { readonly [reason in Refused['refused']]?: string } => ({
  entries: 'playbook_entries',
  file: `playbook_${origin}_file`,
  unpacked: 'playbook_large',
  ratio: 'playbook_archive_ratio',
  link: `playbook_${origin}_link`,
  submodule: 'playbook_repository_submodule',
  encrypted: 'playbook_archive_encrypted',
});

/** Reads foreign files in a process of their own; throws what is wrong with them. */
export const parsedFiles = async (
  manner: Extract<Manner, { format: 'archive' | 'gitPack' }>,
  file: Buffer,
  ctx: Context,
  signal: AbortSignal,
): Promise<ArchivedFile[]> => {
  const found = await parse({ ...manner, file }, { who: ctx.actor.id, signal });
  if (found === 'busy') throw throttled('imports', places, 10);
  if ('files' in found) return found.files;
  const origin: Origin = manner.format === 'archive' ? 'archive' : 'repository';
  const reason = 'refused' in found ? reasonsOf(origin)[found.refused] : undefined;
  throw refusal(reason ?? `playbook_${origin}_unreadable`, ctx, 'refused' in found ? { max: found.max } : {});
};

/** What programs for archives add and no playbook needs. */
const isLitter = (name: string): boolean =>
  name.startsWith('__MACOSX/') || name === '__MACOSX' || nameOfPath(name) === '.DS_Store';

/** Refuses two files that are one on some systems, and a file in the place of a folder. */
const refuseCollisions = (files: readonly PlaybookEntry[], origin: Origin, ctx: Context): void => {
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const other = seen.get(foldedPath(path));
    if (other !== undefined) throw refusal(`playbook_${origin}_twice`, ctx, { path, other });
    seen.set(foldedPath(path), path);
  }
};

const deeperEntry = { archive: 'playbook_entry_deeper', repository: 'playbook_repository_deeper' };
const missingEntry = { archive: 'playbook_entry_missing', repository: 'playbook_repository_entry' };

const refuseWithoutEntry = (files: readonly PlaybookEntry[], origin: Origin, ctx: Context): void => {
  if (files.some(({ path, bytes }) => path === ENTRY_FILE && bytes !== null)) return;
  const deeper = files.find(({ path, bytes }) => nameOfPath(path) === ENTRY_FILE && bytes !== null);
  throw deeper
    ? refusal(deeperEntry[origin], ctx, { path: deeper.path.slice(0, 200) })
    : refusal(missingEntry[origin], ctx);
};

/** Files from elsewhere as a playbook has them, with every folder that holds one. */
export const entriesOf = (
  archived: readonly ArchivedFile[],
  origin: Origin,
  ctx: Context,
): PlaybookEntry[] => {
  const files = archived
    .filter(({ name }) => !isLitter(name))
    .map(({ name, bytes }) => ({ path: soundPath(name, ctx), bytes }));
  refuseCollisions(files, origin, ctx);
  const contents = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const entries = withFolders(files.map(({ path }) => path)).map((path) => ({
    path,
    bytes: contents.get(path) ?? null,
  }));
  refuseCollisions(entries, origin, ctx);
  for (const { path } of files)
    for (const folder of withFolders([path]).slice(0, -1))
      if (contents.get(folder)) throw refusal(`playbook_${origin}_twice`, ctx, { path, other: folder });
  if (entries.length > playbookLimits.entries)
    throw refusal('playbook_entries', ctx, { max: playbookLimits.entries });
  refuseWithoutEntry(entries, origin, ctx);
  return entries;
};
