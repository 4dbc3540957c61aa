import StopOutlined from '@ant-design/icons/StopOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobRun } from '../run/useJobRun.ts';

type Props = {
  run: JobRun | undefined;
  /** Stops what comes before the run; undefined while nothing does. */
  onStop?: (() => void) | undefined;
};

/** Stops a run while it goes on. */
export function StopButton({ run, onStop }: Props) {
  const { t } = useTranslation('runs');
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    await run?.stop().catch(() => undefined);
    setStopping(false);
  };
  return (
    <Button
      danger
      icon={<StopOutlined aria-hidden />}
      disabled={!onStop && run?.isRunning !== true}
      loading={isStopping}
      onClick={() => (onStop ? onStop() : void stop())}
    >
      {t('stop')}
    </Button>
  );
}
