import { isProblem, TRANSFER_BASE, transferTargetIn } from '@gatehouse/contract/ops/fileTransfer.ts';
import type { JobSnapshot } from '@gatehouse/contract/ops/jobs.ts';
import type { UploadParams } from '@gatehouse/contract/wire/machineWork.ts';

/** What a runner is told of a transfer. */
export const transferParams = ({ args, files = [] }: Pick<JobSnapshot, 'args' | 'files'>): UploadParams => {
  const target = transferTargetIn(args);
  // What was saved was checked.
  if (isProblem(target)) throw new Error(target.key);
  const { dst_path, mode, owner } = target;
  return {
    ...{ base: TRANSFER_BASE, folders: dst_path === '' ? [] : dst_path.split('/'), mode, owner },
    files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
  };
};
