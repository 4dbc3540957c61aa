import type { MultipartFile } from '@fastify/multipart';
import { type TransferFile, transferLimits } from '@gatehouse/contract/ops/fileTransfer.ts';
import { nameProblem, type PathProblem } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { FastifyRequest } from 'fastify';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { measured } from '../../platform/blobs/measured.ts';
import { sealedFrames } from '../../platform/blobs/sealedFrames.ts';
import { fileKeyOf } from './uploads.ts';

/** Files are refused, with the key and values of the message that says why. */
export class FilesRefused extends Error {
  readonly problem: PathProblem;
  constructor(key: string, params: PathProblem['params'] = {}) {
    super(key);
    this.problem = { key, params };
  }
}

const mebibyte = 1024 * 1024;

/** Bytes of a form besides its files. */
const formBytes = 64 * 1024;

/** Limits of one upload, in MB, by the largest file that the settings allow. */
export const limitsBy = (megabytes: number) => ({
  file: megabytes,
  all: megabytes * transferLimits.all,
  ofUser: megabytes * transferLimits.ofUser,
  ofEveryone: megabytes * transferLimits.ofEveryone,
});

export type TransferSizes = ReturnType<typeof limitsBy>;

/** How many bytes of files a request brings at most, by its headers; refuses more than one transfer may have. */
export const expectedBytes = ({ headers }: FastifyRequest, { all }: TransferSizes): number => {
  const most = all * mebibyte;
  const length = headers['content-length'];
  if (length === undefined || headers['transfer-encoding'] !== undefined) return most;
  const bytes = Number(length);
  if (bytes > most + formBytes) throw new FilesRefused('transfer_all_large', { limit: all });
  return Math.min(most, bytes);
};

/** The name of a file as it is stored; refuses what could lead elsewhere, or deceive readers. */
const nameOf = ({ filename }: Pick<MultipartFile, 'filename'>, taken: ReadonlySet<string>): string => {
  const name = (filename ?? '').normalize('NFC');
  const problem = nameProblem(name);
  if (problem) throw new FilesRefused(problem.key, problem.params);
  if (taken.has(name)) throw new FilesRefused('transfer_same_name', { name });
  return name;
};

/** How often an upload that goes on says so. */
const RENEW_MS = 60_000;

/** Lets bytes pass while they keep to the limits, and says from time to time that more have come. */
const createMeter = (sizes: TransferSizes, renew: () => Promise<void>) => {
  let all = 0;
  let renewed = Date.now();
  return async function* (name: string, content: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      all += chunk.length;
      if (size > sizes.file * mebibyte)
        throw new FilesRefused('transfer_file_large', { name, limit: sizes.file });
      if (all > sizes.all * mebibyte) throw new FilesRefused('transfer_all_large', { limit: sizes.all });
      if (Date.now() - renewed > RENEW_MS) {
        renewed = Date.now();
        await renew();
      }
      yield chunk;
    }
    if (size === 0) throw new FilesRefused('transfer_empty_file', { name });
  };
};

/** What a form brought: its files, which are stored, and the job that it names. */
export type ReceivedForm = { files: TransferFile[]; job: string };

const tooMany: ReadonlySet<unknown> = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']);

/** An upload that is under way, and how it says that it goes on. */
type Upload = { id: string; key: Buffer; renew: () => Promise<void> };

/**
 * Stores the files of a form as they arrive, sealed. `check` judges the job as soon as it is named, which may be before the
 * first file.
 */
export const receiveFiles = async (
  request: FastifyRequest,
  upload: Upload,
  { blobs, sizes, check }: { blobs: Blobs; sizes: TransferSizes; check: (job: string) => Promise<void> },
): Promise<ReceivedForm> => {
  const meter = createMeter(sizes, upload.renew);
  const names = new Set<string>();
  const files: TransferFile[] = [];
  let job: string | undefined;
  const store = async (part: MultipartFile) => {
    if (part.fieldname !== 'files') throw new FilesRefused('transfer_no_files');
    const name = nameOf(part, names);
    names.add(name);
    const place = files.length;
    const key = fileKeyOf(upload.id, place);
    const { stream, found } = measured(key, meter(name, part.file), undefined);
    await blobs.put(key, sealedFrames(stream, { key: upload.key, place }));
    files.push({ name, ...found });
  };
  const limits = {
    ...{ files: transferLimits.files, fields: 8, fieldSize: 256, parts: transferLimits.files + 8 },
    // One byte more than allowed passes, so that the message can name the file.
    fileSize: sizes.file * mebibyte + 1,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await store(part);
      else if (part.fieldname === 'job_id' && job === undefined) {
        job = String(part.value);
        await check(job);
      }
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (tooMany.has(code)) throw new FilesRefused('transfer_many_files', { max: transferLimits.files });
    throw error;
  }
  if (job === undefined) throw new FilesRefused('transfer_no_job');
  if (files.length === 0) throw new FilesRefused('transfer_no_files');
  return { files, job };
};
