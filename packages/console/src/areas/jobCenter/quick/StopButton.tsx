import StopOutlined from '@ant-design/icons/StopOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobRun } from '../run/useJobRun.ts';

/** Stops a run while it goes on. */
export function StopButton({ run }: { run: JobRun | undefined }) {
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
      disabled={run?.isRunning !== true}
      loading={isStopping}
      onClick={() => void stop()}
    >
      {t('stop')}
    </Button>
  );
}
