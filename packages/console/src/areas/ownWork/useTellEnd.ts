import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { isOngoing } from '../../resources/ops/runState.tsx';
import { runTitle } from './runTitle.ts';
import { useFetchFile } from './useFetchFile.ts';
import type { OwnRun } from './useOwnRuns.ts';

/** Tells the user once when a run has ended, on whichever page the server names first. */
export const useTellEnd = (runs: readonly OwnRun[]): void => {
  const { t } = useTranslation('shell');
  const { http, notify } = usePlatform();
  const fetchFile = useFetchFile();
  const untold = runs
    .filter((run) => !run.is_told && !isOngoing(run.state) && run.state !== 'stopped')
    .map(({ id }) => id)
    .join();
  const tell = (run: OwnRun) => {
    const what = { title: runTitle(run, t) };
    if (run.state !== 'done')
      return notify.error(t('ownWork.ended.failed', what), { detail: run.error, duration: undefined });
    const action = { label: t('ownWork.download'), onClick: () => fetchFile(run) };
    notify.success(t('ownWork.ended.done', what), { duration: undefined, ...(run.file && { action }) });
  };
  const take = useEffectEvent(async () => {
    try {
      const ids = await http.call('POST /api/v1/ops/own-runs/told/', { disableFlashErrorMsg: true });
      for (const run of runs) if (ids.includes(run.id)) tell(run);
    } catch {
      // Told when the runs are asked for again.
    }
  });
  useEffect(() => {
    if (untold) void take();
  }, [untold]);
};
