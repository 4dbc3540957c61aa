import { type Target, uploadParamsSchema } from '@gatehouse/contract/wire/machineWork.ts';
import type { Outcome, WayDeps } from '../../engine/way.ts';
import { createPieces, type FetchPiece } from './pieces.ts';

/** Writes files to machines. */
export type Transfers = { carryOut: (target: Target, deps: WayDeps) => Promise<Outcome> };

/** Transfers of a runner, which reads their files from the server while machines take them. */
export const createTransfers = (readPiece: FetchPiece): Transfers => {
  const pieces = createPieces(readPiece);
  return {
    carryOut: async ({ work, operation, connection }, deps) => {
      // Loaded by the first transfer: an idle runner does not need it.
      const { upload } = await import('../../ways/ssh/upload/upload.ts');
      const read = (file: number, size: number, from: number) => pieces.parts(work, file, size, from);
      return upload(connection, uploadParamsSchema.parse(operation.params), read, deps);
    },
  };
};
