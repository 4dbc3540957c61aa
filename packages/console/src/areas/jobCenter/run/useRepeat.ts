import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '../../../platform/session/can.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import type { JobRun } from './useJobRun.ts';

/** Repeats a run that ended, on all its machines or where it failed; gives the reason if the user cannot. */
export const useRepeat = (run: JobRun, onStarted: (id: string) => void) => {
  const { t } = useTranslation('runs');
  const { isRoot, perms } = useSession();
  const [busy, setBusy] = useState<'failed' | 'all'>();
  const reason = isRoot
    ? t('notInGlobal')
    : can(perms, 'ops.add_jobexecution')
      ? undefined
      : t('noPermission');
  const repeat = async (hosts: 'failed' | 'all') => {
    setBusy(hosts);
    try {
      onStarted(await run.again(hosts));
    } finally {
      setBusy(undefined);
    }
  };
  const of = (hosts: 'failed' | 'all'): ButtonProps => ({
    loading: busy === hosts,
    disabled: reason !== undefined || (busy !== undefined && busy !== hosts),
    ...(reason && { title: reason }),
    onClick: () => void repeat(hosts).catch(() => undefined),
  });
  return { of, reason };
};
