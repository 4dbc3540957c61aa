import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { type Host, type HostFilter, hostLooks } from './hosts.ts';
import styles from './run.module.css';
import { useHosts } from './useHosts.ts';
import type { JobRun } from './useJobRun.ts';
import { lineHeight, useLines } from './useLines.ts';

type Props = {
  run: JobRun;
  filter: HostFilter;
  chosen: Host | undefined;
  onChoose: (host: Host) => void;
};

/** The end of a line: how long a machine took, or what went wrong there. */
function Outcome({ host }: { host: Host }) {
  const { t } = useTranslation('runs');
  const { kind } = hostLooks[host.state];
  if (host.state === 'ok' && host.seconds !== null)
    return (
      <span className={styles.outcome}>
        {t('seconds', { value: formatNumber(host.seconds, { maximumFractionDigits: 1 }) })}
      </span>
    );
  if (host.state === 'running' && host.progress !== null)
    return <span className={styles.outcome}>{formatNumber(host.progress / 100, { style: 'percent' })}</span>;
  if (host.state === 'waiting' || host.state === 'running' || host.state === 'ok') return null;
  const text = host.exit_code === null ? t(`host.${host.state}`) : t('exitCode', { code: host.exit_code });
  return <span className={`${styles.outcome} ${styles[kind]}`}>{text}</span>;
}

/** The machines of a run with their states; however many there are, only those in view are read and drawn. */
export function HostList({ run, filter, chosen, onChoose }: Props) {
  const { t } = useTranslation('runs');
  const id = useId();
  const lines = useLines();
  const hosts = useHosts(run.id, run.facts, filter, lines);
  const { count } = hosts;
  if (hosts.failed) return <Failed query={hosts.failed} />;
  const shown = Array.from(
    { length: Math.max(0, Math.min(lines.last, count) - lines.first) },
    (_, index) => lines.first + index,
  );
  return (
    <div
      ref={lines.ref}
      className={styles.list}
      role="listbox"
      aria-label={t('assets')}
      tabIndex={0}
      aria-activedescendant={chosen && `${id}${chosen.id}`}
      onScroll={lines.onScroll}
      onKeyDown={(event) => {
        const host = hosts.hostAt(lines.move(event, count) ?? -1);
        if (host) onChoose(host);
      }}
    >
      {count === 0 && !hosts.isPending && (
        <p className={styles.none}>{t(filter.search || filter.state ? 'noMatch' : 'notYet')}</p>
      )}
      <div style={{ position: 'relative', height: count * lineHeight }}>
        {shown.map((line) => {
          const host = hosts.hostAt(line);
          const look = host && hostLooks[host.state];
          return (
            <button
              key={line}
              type="button"
              tabIndex={-1}
              id={host && `${id}${host.id}`}
              role="option"
              aria-selected={host !== undefined && host.id === chosen?.id}
              aria-setsize={count}
              aria-posinset={line + 1}
              className={styles.host}
              style={{ top: line * lineHeight, height: lineHeight }}
              onClick={() => {
                lines.setAt(line);
                if (host) onChoose(host);
              }}
            >
              {host && look ? (
                <>
                  <span
                    className={`${styles.glyph} ${styles[look.kind]}`}
                    role="img"
                    aria-label={t(`host.${host.state}`)}
                  >
                    <Glyph name={look.glyph ?? look.kind} />
                  </span>
                  <span className="ell grow" title={host.name}>
                    {host.name}
                  </span>
                  <Outcome host={host} />
                </>
              ) : (
                <span className="t3">…</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
