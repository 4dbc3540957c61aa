import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { type HostGroup, hostGroups } from '@gatehouse/contract/ops/jobs.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openDownload } from '../../../engine/transfer/download.ts';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Glyph, type GlyphName, type StatusKind } from '../../../theme/icon/Glyph.tsx';
import { Pill } from '../../../theme/tag/Pill.tsx';
import { endedOf, type RunFacts, runLooks, totalOf } from './hosts.ts';
import styles from './run.module.css';

const looks: Record<HostGroup, { kind: StatusKind; glyph?: GlyphName }> = {
  ok: { kind: 'ok', glyph: 'done' },
  failed: { kind: 'bad' },
  skipped: { kind: 'off', glyph: 'unknown' },
  running: { kind: 'run' },
  waiting: { kind: 'off' },
};

/** The state of a run in a word. */
function RunPill({ facts }: { facts: Pick<RunFacts, 'status' | 'pause'> }) {
  const { t } = useTranslation('runs');
  if (facts.pause)
    return (
      <Pill kind="wait" glyph="paused">
        {t('status.paused')}
      </Pill>
    );
  const { kind, glyph } = runLooks[facts.status];
  return (
    <Pill kind={kind} {...(glyph && { glyph })}>
      {t(`status.${facts.status}`)}
    </Pill>
  );
}

/** How many machines have ended, and how. */
function Progress({ facts }: { facts: RunFacts }) {
  const { t } = useTranslation('runs');
  const [ended, total] = [endedOf(facts), totalOf(facts)];
  const share = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`;
  const { ok, failed, skipped } = facts.counts;
  const text = t('progress', { ended: formatNumber(ended), total: formatNumber(total), count: total });
  return (
    <>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('assets')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
        aria-valuetext={text}
      >
        <span style={{ width: share(ok), background: 'var(--okSolid)' }} />
        <span style={{ width: share(failed), background: 'var(--badSolid)' }} />
        <span style={{ width: share(skipped), background: 'var(--field)' }} />
      </div>
      <span className="num">{text}</span>
    </>
  );
}

type Props = {
  id: string;
  facts: RunFacts;
  state: HostGroup | undefined;
  /** Lists the machines of this state only; pressed again, all. */
  onState: (state: HostGroup | undefined) => void;
  actions?: ReactNode;
};

/** State, duration, progress and counts of a run. A count lists its machines. */
export function RunHead({ id, facts, state, onState, actions }: Props) {
  const { t } = useTranslation('runs');
  const { currentOrg } = useSession();
  return (
    <div className={styles.head}>
      <RunPill facts={facts} />
      <span className="num">
        {t('seconds', { value: formatNumber(facts.seconds, { maximumFractionDigits: 1 }) })}
      </span>
      <Progress facts={facts} />
      <span className={styles.counts}>
        {hostGroups.map((group) => {
          const count = facts.counts[group];
          const { kind, glyph } = looks[group];
          if (count === 0 && group !== state) return null;
          return (
            <button
              key={group}
              type="button"
              className={`${styles.count} ${styles[kind]}`}
              aria-pressed={group === state}
              onClick={() => onState(group === state ? undefined : group)}
            >
              <Glyph name={glyph ?? kind} />
              {t(`counts.${group}`, { count, shown: formatNumber(count) })}
            </button>
          );
        })}
      </span>
      {actions}
      <IconButton
        icon={<DownloadOutlined aria-hidden />}
        tip={t('download')}
        size={28}
        onClick={() =>
          openDownload(
            `/api/v1/ops/job-executions/${id}/output/?oid=${encodeURIComponent(currentOrg?.id ?? '')}`,
          )
        }
      />
    </div>
  );
}
