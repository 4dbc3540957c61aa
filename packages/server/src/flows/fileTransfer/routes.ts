import { uploadJobFiles } from '@gatehouse/contract/calls/jobCenter/jobs.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, inTransaction, refusedByHand } from '../../engine/http.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Cache } from '../../platform/cache.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import { isUuid } from '../../platform/database.ts';
import { bodyAsSigned } from '../../platform/http/signedBody.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { type StoredJob, storedJob } from '../../resources/ops/job/statements.ts';
import { goingJobRuns } from '../../resources/ops/jobexecution/statements.ts';
import { MOST_RUNS } from '../jobCenter/runJob.ts';
import { beginRun } from '../jobCenter/startRun.ts';
import { expectedBytes, FilesRefused, limitsBy, receiveFiles, type TransferSizes } from './receiveFiles.ts';
import { addRunnerPieces } from './runnerPieces.ts';
import { beginUpload, completeUpload, dropUpload, renewUpload } from './uploads.ts';

type Deps = { jobs: Jobs; settings: Settings; cache: Cache; blobs: Blobs; vault: Vault };

const mebibyte = 1024 * 1024;

/** A transfer of the caller; any other job is refused alike. */
const ownTransfer = async (id: string, ctx: Context): Promise<StoredJob> => {
  const found = isUuid(id) ? await storedJob(id, ctx.db) : undefined;
  const isOwn = found?.creator === ctx.actor.id && found.org_id === ctx.org.id;
  if (!found || !isOwn || found.definition.type !== 'upload_file') throw new FilesRefused('transfer_no_job');
  return found;
};

const admitted = async (
  size: number,
  { ofUser, ofEveryone }: TransferSizes,
  vault: Vault,
  ctx: Context,
): Promise<{ id: string; key: Buffer }> => {
  const room = { ofUser: ofUser * mebibyte, ofEveryone: ofEveryone * mebibyte };
  const begun = await beginUpload({ org: ctx.org.id, creator: ctx.actor.id, size }, room, {
    db: ctx.db,
    vault,
  });
  if ('id' in begun) return begun;
  throw begun.full === 'ofUser'
    ? new FilesRefused('transfer_own_room', { limit: ofUser })
    : new FilesRefused('transfer_no_room');
};

/** Reads and forgets what is still on its way, so that the client gets to the answer; no more than one transfer may have. */
const forgetRest = ({ raw }: FastifyRequest, most: number): void => {
  let left = most;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
};

/** Registers the route that takes the files of a transfer, and those by which runners read them. */
export const addFileTransfers = (ports: HttpPorts, { jobs, settings, cache, blobs, vault }: Deps): void => {
  addRunnerPieces(ports, { blobs, vault });
  bind(
    ports,
    uploadJobFiles,
    async ({ ctx, request }) => {
      const sizes = limitsBy(settings.get('FILE_UPLOAD_SIZE_LIMIT_MB'));
      const { db } = ctx;
      let upload: string | undefined;
      try {
        if ((await goingJobRuns(ctx.actor.id, db)) >= MOST_RUNS)
          throw new AppError('too_many_runs', { max: MOST_RUNS });
        const begun = await admitted(expectedBytes(request, sizes), sizes, vault, ctx);
        upload = begun.id;
        const renew = async () => {
          if (!(await renewUpload(begun.id, db))) throw new AppError('transfer_files_gone');
        };
        const check = async (id: string) => void (await ownTransfer(id, ctx));
        const { files, job } = await receiveFiles(request, { ...begun, renew }, { blobs, sizes, check });
        await bodyAsSigned(request);
        const run = await inTransaction(ctx, ports, async (inner) => {
          const { id, org_id: org, definition } = await ownTransfer(job, inner);
          const size = files.reduce((sum, one) => sum + one.size, 0);
          if (!(await completeUpload(begun.id, size, inner.db))) throw new AppError('transfer_files_gone');
          const sent = { ...definition, files, upload: begun.id };
          return beginRun(
            { org, job: id, definition: sent, parameters: {} },
            { jobs, settings, cache },
            inner,
          );
        });
        return whole({ status: 201, body: { task_id: run.id } });
      } catch (error) {
        if (upload) await dropUpload(upload, { db, blobs });
        forgetRest(request, sizes.all * mebibyte);
        if (error instanceof FilesRefused)
          return whole(refusedByHand(error.problem.key, ctx, error.problem.params));
        throw error;
      }
    },
    { noTransaction: true },
  );
};
