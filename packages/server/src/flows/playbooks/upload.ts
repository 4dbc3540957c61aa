import { fieldError } from '@gatehouse/contract/errors.ts';
import { ENTRY_FILE, foldedPath, nameOfPath, playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import { createParsing } from '../../platform/parsing/createParsing.ts';
import type { Refused } from '../../platform/parsing/limits.ts';
import type { ArchivedFile } from '../../platform/parsing/messages.ts';
import type { PlaybookEntry } from '../../resources/ops/playbook/files.ts';
import { refusal, soundPath, withFolders } from './refusals.ts';

const mebibyte = 1024 * 1024;
const places = 1;
const parse = createParsing({
  places,
  waiting: { all: 10, own: 2 },
  memoryMegabytes: 256,
  patienceMs: 20_000,
  idleMs: 3_000,
});

const most = { entries: playbookLimits.entries, file: playbookLimits.file, unpacked: playbookLimits.all };

const reasons: { readonly [reason in Refused['refused']]?: string } = {
  entries: 'playbook_entries',
  file: 'playbook_archive_file',
  unpacked: 'playbook_large',
  ratio: 'playbook_archive_ratio',
  link: 'playbook_archive_link',
  encrypted: 'playbook_archive_encrypted',
};

const filesIn = async (archive: Buffer, ctx: Context, signal: AbortSignal): Promise<ArchivedFile[]> => {
  const found = await parse({ format: 'archive', most, file: archive }, { who: ctx.actor.id, signal });
  if (found === 'busy') throw throttled('imports', places, 10);
  if ('files' in found) return found.files;
  const reason = 'refused' in found ? reasons[found.refused] : undefined;
  throw refusal(reason ?? 'playbook_archive_unreadable', ctx, 'refused' in found ? { max: found.max } : {});
};

/** What programs for archives add and no playbook needs. */
const isLitter = (name: string): boolean =>
  name.startsWith('__MACOSX/') || name === '__MACOSX' || nameOfPath(name) === '.DS_Store';

/** Refuses two files that are one on some systems, and a file in the place of a folder. */
const refuseCollisions = (files: readonly PlaybookEntry[], ctx: Context): void => {
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const other = seen.get(foldedPath(path));
    if (other !== undefined) throw refusal('playbook_archive_twice', ctx, { path, other });
    seen.set(foldedPath(path), path);
  }
};

const refuseWithoutEntry = (files: readonly PlaybookEntry[], ctx: Context): void => {
  if (files.some(({ path, bytes }) => path === ENTRY_FILE && bytes !== null)) return;
  const deeper = files.find(({ path, bytes }) => nameOfPath(path) === ENTRY_FILE && bytes !== null);
  throw deeper
    ? refusal('playbook_entry_deeper', ctx, { path: deeper.path.slice(0, 200) })
    : refusal('playbook_entry_missing', ctx);
};

/** The files of an archive as a playbook has them, with every folder that holds one. */
const entriesOf = (archived: readonly ArchivedFile[], ctx: Context): PlaybookEntry[] => {
  const files = archived
    .filter(({ name }) => !isLitter(name))
    .map(({ name, bytes }) => ({ path: soundPath(name, ctx), bytes }));
  refuseCollisions(files, ctx);
  const contents = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const entries = withFolders(files.map(({ path }) => path)).map((path) => ({
    path,
    bytes: contents.get(path) ?? null,
  }));
  refuseCollisions(entries, ctx);
  for (const { path } of files)
    for (const folder of withFolders([path]).slice(0, -1))
      if (contents.get(folder)) throw refusal('playbook_archive_twice', ctx, { path, other: folder });
  if (entries.length > playbookLimits.entries)
    throw refusal('playbook_entries', ctx, { max: playbookLimits.entries });
  refuseWithoutEntry(entries, ctx);
  return entries;
};

/** The name of an archive without its ending, as clients of the protocol expect. */
const nameFrom = (fileName: string): string =>
  nameOfPath(fileName.replaceAll('\\', '/')).split('.').at(-2) ?? '';

/** What a client sent to create a playbook from an archive. */
export type SentArchive = { texts: Values; fileName: string; archive: Buffer };

const limits = { files: 1, fileSize: playbookLimits.archive, fields: 10, fieldSize: 64 * 1024 };

/** Reads the form with the archive; one that is too large is refused before it has arrived. */
export const readArchive = async (request: FastifyRequest): Promise<SentArchive> => {
  const sent: SentArchive = { texts: {}, fileName: '', archive: Buffer.alloc(0) };
  let hasFile = false;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') sent.texts[part.fieldname] = part.value;
    else if (part.fieldname !== 'path') part.file.resume();
    else
      try {
        sent.fileName = part.filename ?? '';
        sent.archive = await part.toBuffer();
        hasFile = true;
      } catch {
        throw fieldError('path', 'playbook_archive_large', { max: playbookLimits.archive / mebibyte });
      }
  }
  if (!hasFile) throw fieldError('path', 'required');
  return sent;
};

/** The playbook in an archive: the values of its row, and its files. */
export const playbookIn = async (
  { texts, fileName, archive }: SentArchive,
  ctx: Context,
  signal: AbortSignal,
): Promise<{ values: Values; files: PlaybookEntry[] }> => ({
  values: { ...texts, path: undefined, name: texts.name || nameFrom(fileName) },
  files: entriesOf(await filesIn(archive, ctx, signal), ctx),
});
