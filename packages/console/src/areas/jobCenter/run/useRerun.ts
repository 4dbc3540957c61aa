import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useMayRun } from '../useMayRun.ts';
import type { JobRun } from './useJobRun.ts';

/** Buttons that start a run that ended once more, on all its machines or where it failed; each says why it cannot. */
export const useRerun = (
  run: JobRun,
  onStarted: (id: string) => void,
): ((hosts: 'failed' | 'all') => ButtonProps) => {
  const mayRun = useMayRun();
  const [busy, setBusy] = useState<'failed' | 'all'>();
  const rerun = async (hosts: 'failed' | 'all') => {
    setBusy(hosts);
    try {
      onStarted(await run.rerun(hosts));
    } finally {
      setBusy(undefined);
    }
  };
  return (hosts) => ({
    loading: busy === hosts,
    disabled: !mayRun.can || (busy !== undefined && busy !== hosts),
    ...(mayRun.reason !== undefined && { title: mayRun.reason }),
    onClick: () => void rerun(hosts).catch(() => undefined),
  });
};
