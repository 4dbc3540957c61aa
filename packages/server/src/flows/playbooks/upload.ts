import { fieldError } from '@gatehouse/contract/errors.ts';
import { nameOfPath, playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import type { PlaybookEntry } from '../../resources/ops/playbook/files.ts';
import { entriesOf, most, parsedFiles } from './madeEntries.ts';

const mebibyte = 1024 * 1024;

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
  values: { ...texts, path: undefined, create_method: 'blank', name: texts.name || nameFrom(fileName) },
  files: entriesOf(await parsedFiles({ format: 'archive', most }, archive, ctx, signal), 'archive', ctx),
});
