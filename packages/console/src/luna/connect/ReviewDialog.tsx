import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joined } from '../../platform/i18n/joined.ts';
import { formatDuration } from '../../platform/time/time.ts';
import controls from '../../replay/dark/controls.module.css';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './connect.module.css';
import type { PermedAsset } from './permedAsset.ts';
import type { Review } from './useReview.ts';

type Props = { asset: PermedAsset; review: Review; onGiveUp: () => void; onClose: () => void };

/** Says who may confirm a connection, and how long it has waited for them. */
export function ReviewDialog({ asset, review, onGiveUp, onClose }: Props) {
  const { t } = useTranslation('luna');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Dialog
      title={t('connect.title', { name: asset.name })}
      sub={<span className="mono">{asset.address}</span>}
      width={480}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p role="status">{t('connect.review.waits', { reviewers: joined(review.reviewers) })}</p>
        <p className={styles.quiet}>
          {t('connect.review.since')}{' '}
          <span className="num" role="timer">
            {formatDuration(Math.max(0, now - review.since))}
          </span>
        </p>
        <div className={styles.foot}>
          <button type="button" className={controls.button} onClick={onGiveUp} data-focus>
            {t('connect.review.cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
