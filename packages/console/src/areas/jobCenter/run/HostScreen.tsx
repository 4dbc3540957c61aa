import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { part } from '../../../platform/part/part.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Segments } from '../../../theme/control/Segments.tsx';
import { Spinner } from '../../../theme/state/Spinner.tsx';
import { type Host, isOpen } from './hosts.ts';
import { lineDiff } from './lineDiff.ts';
import { Marked } from './Marked.tsx';
import styles from './run.module.css';
import { Screen } from './Screen.tsx';
import { useOutput } from './useOutput.ts';

const signs = { same: ' ', gone: '-', new: '+' } as const;

/** How one output differs from another. */
function Difference({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('runs');
  // A line of a difference is known by its place alone.
  const lines = lineDiff(before, after).map((line, at) => ({ ...line, at }));
  return lines.map((line) => (
    <span key={line.at} className={line.kind === 'left out' ? styles.leftOut : styles[line.kind]}>
      {line.kind === 'left out'
        ? `${t('leftOut', { count: line.count })}\n`
        : `${signs[line.kind]} ${line.text}\n`}
    </span>
  ));
}

/** Name of a machine, how its command ended, and what else is to be known of its output. */
function Title({ host, remarks = [] }: { host: Host; remarks?: readonly string[] }) {
  const { t } = useTranslation('runs');
  const facts = [
    t(`host.${host.state}`),
    host.exit_code !== null && t('exitCode', { code: host.exit_code }),
    host.seconds !== null &&
      t('seconds', { value: formatNumber(host.seconds, { maximumFractionDigits: 1 }) }),
    ...remarks,
  ].filter(Boolean);
  return (
    <>
      <strong>{host.name}</strong> <span className={styles.facts}>{facts.join(' · ')}</span>
    </>
  );
}

const ReplayPlayer = part(() => import('../../../replay/ReplayPlayer.tsx').then((m) => m.ReplayPlayer));

/** Plays what one machine printed, as it came. */
function HostReplay({ run, host, onClose }: { run: string; host: Host; onClose: () => void }) {
  const { t } = useTranslation('runs');
  const head = (
    <>
      <button type="button" className={styles.asText} onClick={onClose}>
        {t('asText')}
      </button>
      <span className={styles.screenTitle}>
        <Title host={host} />
      </span>
    </>
  );
  return (
    <div className={styles.replay}>
      <Suspense fallback={<Spinner />}>
        <ReplayPlayer file={`/api/v1/ops/job-executions/${run}/hosts/${host.id}/replay/`} head={head} />
      </Suspense>
    </div>
  );
}

type Props = {
  run: string;
  host: Host;
  /** A machine whose output is that of most others. */
  usual?: Host | undefined;
  /** Marked where it occurs. */
  word: string;
};

/** What one machine printed, live; for one that differs from most, also how. */
export function HostScreen({ run, host, usual, word }: Props) {
  const { t } = useTranslation('runs');
  const [view, setView] = useState<'output' | 'diff' | 'play'>('output');
  const output = useOutput(run, host.id);
  const other = useOutput(run, usual?.id ?? host.id);
  const isDiff = view === 'diff' && usual !== undefined;
  const { text = '', is_ended = false, is_full = false, is_timed = false } = output.data ?? {};
  const isPlayable = is_ended && text !== '';
  if (view === 'play') return <HostReplay run={run} host={host} onClose={() => setView('output')} />;
  const tools = (
    <>
      {usual && (
        <Segments
          label={t('view')}
          value={view}
          choices={[
            { value: 'output', label: t('output') },
            { value: 'diff', label: t('difference') },
          ]}
          onPick={setView}
        />
      )}
      {isPlayable && is_timed && (
        <IconButton
          icon={<PlayCircleOutlined aria-hidden />}
          tip={t('play')}
          size={28}
          onClick={() => setView('play')}
        />
      )}
    </>
  );
  const remarks = [is_full && t('full'), isPlayable && !is_timed && t('untimed')].filter(
    (one) => one !== false,
  );
  return (
    <Screen title={<Title host={host} remarks={remarks} />} text={isDiff ? '' : text} tools={tools}>
      {output.error && <Failed query={output} />}
      {host.reason && <span className={styles.wrong}>{`${host.reason}\n`}</span>}
      {isDiff ? (
        <>
          <span className={styles.leftOut}>{`${t('comparedWith', { name: usual.name })}\n`}</span>
          {other.data && <Difference before={other.data.text} after={text} />}
        </>
      ) : (
        <Marked text={text} word={word} />
      )}
      {output.data && text === '' && (
        <span className={styles.leftOut}>{t(isOpen(host) ? 'noOutputYet' : 'noOutput')}</span>
      )}
      {isOpen(host) && <span className={styles.cursor} aria-hidden />}
    </Screen>
  );
}
