import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { RunView } from '../run/RunView.tsx';
import type { JobRun } from '../run/useJobRun.ts';
import { useRerun } from '../run/useRerun.ts';

/** The run, and a button that starts it once more where it failed. */
export function QuickRun({ run, onStarted }: { run: JobRun; onStarted: (id: string) => void }) {
  const { t } = useTranslation('runs');
  const rerun = useRerun(run, onStarted);
  const failed = run.facts?.counts.failed ?? 0;
  return (
    <RunView
      run={run}
      actions={
        !run.isRunning &&
        !run.isWaiting &&
        failed > 0 && (
          <Button size="small" {...rerun('failed')}>
            {t('rerunFailed', { count: failed })}
          </Button>
        )
      }
    />
  );
}
