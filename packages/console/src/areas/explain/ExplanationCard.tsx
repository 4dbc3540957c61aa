import { EyeInvisibleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { joined } from '../../platform/i18n/joined.ts';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { Card } from '../../theme/state/Card.tsx';
import status from '../../theme/tag/status.module.css';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './explain.module.css';
import { type Explanation, notReached, outcomeLooks, type Question } from './explanation.ts';
import { StepStage } from './StepStage.tsx';
import { useAccountName } from './useAccountName.ts';

/** What would happen, in a sentence. */
function Verdict({ of, asked }: { of: Explanation; asked: Question }) {
  const { t } = useTranslation('explain');
  const accountName = useAccountName();
  const look = outcomeLooks[of.outcome];
  const { account, asset, user, decided_by: by } = of;
  const words = {
    user: user.name,
    asset: asset.name,
    account: accountName(account ?? { alias: asked.account, username: '' }),
    protocol: asked.protocol.toUpperCase(),
  };
  const about = by === 'command' ? 'command' : 'connection';
  return (
    <div className={`${styles.verdict} ${status[look.kind]}`} role="status">
      <span className={styles.seal}>
        <Glyph name={look.glyph} size={16} />
      </span>
      <div>
        <p className={styles.sentence}>{t(`verdict.${about}.${of.outcome}`, words)}</p>
        <p className={styles.because}>
          {by ? t('verdict.because', { step: t(`step.${by}`) }) : t('verdict.all')} ·{' '}
          <TimeText value={of.date} />
        </p>
      </div>
    </div>
  );
}

/** Rules that the caller may not see are not part of the explanation. */
function Hidden({ steps }: { steps: Explanation['hidden'] }) {
  const { t } = useTranslation('explain');
  if (steps.length === 0) return null;
  return (
    <p className={styles.hidden}>
      <EyeInvisibleOutlined aria-hidden />
      {t('hidden', { steps: joined(steps.map((step) => t(`step.${step}`))) })}
    </p>
  );
}

/** What would happen if the user connected, drawn as the way from the user to the asset. */
export function ExplanationCard({ of, asked }: { of: Explanation; asked: Question }) {
  const { t } = useTranslation('explain');
  const idle = notReached(of);
  const isClosed = of.outcome === 'reject';
  return (
    <Card flush className={styles.explanation}>
      <Verdict of={of} asked={asked} />
      <ol className={styles.stages} aria-label={t('way')}>
        <li className={styles.stage}>
          <Avatar name={of.user.name} size={28} />
          <div className={styles.end}>
            <b>{of.user.name}</b> <Mono>{of.user.username}</Mono>
          </div>
        </li>
        {of.steps.map((step) => (
          <StepStage key={step.step} step={step} of={of} isIdle={idle.has(step)} />
        ))}
        <li className={styles.stage} data-idle={isClosed || undefined}>
          <span className={`${styles.mark} ${styles.goal}`}>
            <Glyph name="stopped" />
          </span>
          <div className={styles.end}>
            <b>{of.asset.name}</b> <Mono>{of.asset.address}</Mono>
          </div>
        </li>
      </ol>
      <Hidden steps={of.hidden} />
    </Card>
  );
}
