import { giveFilePiece } from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bindWhole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { jobRuns } from '../../resources/ops/jobexecution/statements.ts';
import { ownRunner } from '../../resources/ownTerminal.ts';
import { holdsTargetOf } from '../machineWork/results.ts';
import { fileKeyOf } from './uploads.ts';

/** Registers the call by which runners read the files of transfers, part by part. */
export const addRunnerPieces = (ports: HttpPorts, blobs: Blobs): void =>
  bindWhole(
    ports,
    giveFilePiece,
    async ({ ctx, body }) => {
      const terminal = await ownRunner(ctx);
      const { work, file, from, length } = await body();
      const isHeld = await holdsTargetOf({ work, terminal }, ctx.db);
      const [run] = isHeld ? await jobRuns([work], ctx.db) : [];
      const { upload, files = [] } = run?.definition ?? {};
      const size = files[file]?.size ?? 0;
      const end = Math.min(size, from + length) - 1;
      const stream =
        upload && end >= from ? await blobs.get(fileKeyOf(upload, file), { start: from, end }) : undefined;
      if (!stream) throw new AppError('object_does_not_exist');
      return { headers: { 'content-type': 'application/octet-stream' }, stream };
    },
    { noTransaction: true },
  );
