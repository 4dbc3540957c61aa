import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joined } from '../../../platform/i18n/joined.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import styles from './run.module.css';
import type { JobRun } from './useJobRun.ts';

/** Reviewers that are named; more of them are counted. */
const NAMED = 5;

/** Says that a run waits for a second person, and who may decide; its user can withdraw it. */
export function ApprovalBar({ run }: { run: JobRun }) {
  const { t } = useTranslation('runs');
  const [isBusy, setBusy] = useState(false);
  const { facts } = run;
  if (facts?.status !== 'waiting' || !facts.approval) return null;
  const { reviewers, date_expired: until, machines } = facts.approval;
  const names = joined(reviewers.slice(0, NAMED));
  const more = reviewers.length - NAMED;
  return (
    <div className={`${styles.pause} ${styles.asks}`} role="status">
      <Glyph name="wait" />
      <span className="grow">
        <span className={styles.line}>{t('approval.waits', { count: machines })}</span>
        <span className={styles.line}>
          {reviewers.length === 0
            ? t('approval.noReviewer')
            : more > 0
              ? t('approval.reviewersAndMore', { names, count: more })
              : t('approval.reviewers', { names })}
        </span>
        {until && (
          <span className={styles.line}>
            {t('approval.until')} <TimeText value={until} />
          </span>
        )}
      </span>
      <Button
        danger
        size="small"
        loading={isBusy}
        onClick={() => {
          setBusy(true);
          const done = () => setBusy(false);
          void run.stop().then(done, done);
        }}
      >
        {t('approval.withdraw')}
      </Button>
    </div>
  );
}
