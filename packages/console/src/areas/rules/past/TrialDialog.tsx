import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import styles from './Past.module.css';
import { TrialFindings } from './TrialFindings.tsx';
import type { TriedKind } from './triedKinds.ts';
import type { TrialState } from './useTrial.ts';

function Running({ trial, kind }: { trial: Extract<TrialState, { state: 'running' }>; kind: TriedKind }) {
  const { t } = useTranslation('rules');
  const { done, total } = trial;
  const text =
    total === null
      ? t('past.waiting')
      : t(`past.progress.${kind}`, { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className={styles.running}>
      <progress aria-label={t('past.title')} {...(total !== null && { value: done })} max={total || 1} />
      <p className="md t3">{text}</p>
    </div>
  );
}

type Props = { kind: TriedKind; trial: TrialState; onStop: () => void; onClose: () => void };

/** What a rule would have done: how far the trial is, then what it found. */
export function TrialDialog({ kind, trial, onStop, onClose }: Props) {
  const { t } = useTranslation('rules');
  const isRunning = trial.state === 'running';
  const footer = isRunning ? (
    <Button danger onClick={onStop}>
      {t('past.stop')}
    </Button>
  ) : (
    <Button onClick={onClose}>{t('past.close')}</Button>
  );
  return (
    <Modal open title={t('past.title')} width="70%" style={{ top: '3vh' }} footer={footer} onCancel={onClose}>
      <div aria-live="polite" aria-busy={isRunning}>
        {isRunning && <Running trial={trial} kind={kind} />}
        {trial.state === 'stopped' && <p>{t('past.stopped')}</p>}
        {trial.state === 'failed' && (
          <p className={styles.failed}>
            <Glyph name="bad" />
            {trial.reason}
          </p>
        )}
        {trial.state === 'done' && <TrialFindings kind={kind} result={trial.result} days={trial.days} />}
      </div>
    </Modal>
  );
}
