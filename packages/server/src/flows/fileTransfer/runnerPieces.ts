import { Readable } from 'node:stream';
import { giveFilePiece } from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bindWhole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { openedRange } from '../../platform/blobs/sealedFrames.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { ByteRange } from '../../platform/http/byteRange.ts';
import { jobRuns } from '../../resources/ops/jobexecution/statements.ts';
import { ownRunner } from '../../resources/ownTerminal.ts';
import { holdsTargetOf } from '../machineWork/results.ts';
import { fileKeyOf, keyOfUpload } from './uploads.ts';

/** Registers the call by which runners read the files of transfers, part by part. */
export const addRunnerPieces = (ports: HttpPorts, { blobs, vault }: { blobs: Blobs; vault: Vault }): void => {
  const partOf = async (upload: string, place: number, range: ByteRange): Promise<Readable | undefined> => {
    const key = await keyOfUpload(upload, { db: ports.db, vault });
    const read = (part: ByteRange) => blobs.get(fileKeyOf(upload, place), part);
    if (!key) return key === null ? read(range) : undefined;
    const part = await openedRange(read, range, { key, place });
    return part && Readable.from([part]);
  };
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
      const stream = upload && end >= from ? await partOf(upload, file, { start: from, end }) : undefined;
      if (!stream) throw new AppError('object_does_not_exist');
      return { headers: { 'content-type': 'application/octet-stream' }, stream };
    },
    { noTransaction: true },
  );
};
