import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joined } from '../../platform/i18n/joined.ts';
import { useStore } from '../../platform/store.ts';
import { formatDuration, parseTime } from '../../platform/time/time.ts';
import { Icon } from '../../replay/dark/Icon.tsx';
import { useLuna } from '../LunaContext.tsx';
import { accessEndOf } from './accessEnd.ts';
import styles from './shell.module.css';
import { useFactTexts } from './useFactTexts.ts';
import type { WorkTab } from './workspace.ts';

/** Milliseconds from `start` to `end`, updated every second while there is no end. */
const useElapsed = (start: string, end: number | null): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end !== null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  const until = end ?? now;
  return Math.max(0, until - (parseTime(start)?.valueOf() ?? until));
};

/** The facts of the active terminal in one line. */
export function StatusBar() {
  const { t } = useTranslation('luna');
  const { workspace } = useLuna();
  const { list, active } = useStore(workspace.store);
  const tab = list.find((item) => item.key === active);
  return (
    <section className={styles.status} aria-label={t('status.title')} data-region>
      {tab ? <Facts key={tab.key} tab={tab} /> : <span>{t('status.idle')}</span>}
    </section>
  );
}

function Facts({ tab }: { tab: WorkTab }) {
  const { t } = useTranslation('luna');
  const { link, cols, rows, endedAt } = useStore(tab.session.store);
  const texts = useFactTexts();
  const { facts, phase } = link;
  const isOver = phase === 'ended' || phase === 'detached';
  const elapsed = useElapsed(facts?.date_start ?? '', endedAt);
  if (!facts) return <span>{t(phase === 'ended' ? 'phase.failed' : 'phase.connecting')}</span>;
  const end = accessEndOf(facts);
  return (
    <>
      {facts.recorded && !isOver && (
        <span className={styles.recording}>
          <span className={styles.dot} />
          {t('status.recording')}
        </span>
      )}
      {isOver && <span>{t(`phase.${phase}`)}</span>}
      <span className="num" title={t('status.elapsed')}>
        {formatDuration(elapsed)}
      </span>
      {link.latency !== null && !isOver && (
        <span className="num" title={t('status.latency')}>
          {t('unit.ms', { count: link.latency })}
        </span>
      )}
      <span className={styles.faint}>{t('status.idleLimit', { minutes: facts.idle_minutes })}</span>
      <span className={styles.gap} />
      {end && <span className={styles.optional}>{t('status.accessEnds', { time: end })}</span>}
      <span>{facts.charset.toUpperCase()}</span>
      <span className="num">
        {cols} × {rows}
      </span>
      <span className={styles.optional}>{texts.clipboard(facts.actions)}</span>
      {facts.watchers.length > 0 && !isOver && (
        <span className={styles.watchers} title={joined(facts.watchers)}>
          <Icon of={EyeOutlined} size={12} />
          {t('status.watchers', { count: facts.watchers.length })}
        </span>
      )}
    </>
  );
}
