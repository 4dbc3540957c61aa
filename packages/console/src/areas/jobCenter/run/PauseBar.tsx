import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { useMayRun } from '../useMayRun.ts';
import styles from './run.module.css';
import type { JobRun } from './useJobRun.ts';

/** Says that a run waits for its user, and lets the user continue or stop it. */
export function PauseBar({ run }: { run: JobRun }) {
  const { t } = useTranslation('runs');
  const mayRun = useMayRun();
  const [busy, setBusy] = useState<'resume' | 'stop'>();
  const pause = run.facts?.pause;
  if (!pause) return null;
  const settle = (what: 'resume' | 'stop') => {
    setBusy(what);
    const done = () => setBusy(undefined);
    void run[what]().then(done, done);
  };
  return (
    <div className={styles.pause} role="alert">
      <Glyph name="paused" />
      <span className="grow">{t('pause.text', { count: pause.next, shown: formatNumber(pause.next) })}</span>
      <Button
        type="primary"
        size="small"
        loading={busy === 'resume'}
        disabled={!mayRun.can || busy === 'stop'}
        {...(mayRun.reason !== undefined && { title: mayRun.reason })}
        onClick={() => settle('resume')}
      >
        {t('pause.continue')}
      </Button>
      <Button
        danger
        size="small"
        loading={busy === 'stop'}
        disabled={busy === 'resume'}
        onClick={() => settle('stop')}
      >
        {t('stop')}
      </Button>
    </div>
  );
}
