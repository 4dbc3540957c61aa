import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { Segments } from '../../../theme/control/Segments.tsx';
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

/** Name of a machine, how its command ended, and why not otherwise. */
function Title({ host, isFull }: { host: Host; isFull: boolean }) {
  const { t } = useTranslation('runs');
  const facts = [
    t(`host.${host.state}`),
    host.exit_code !== null && t('exitCode', { code: host.exit_code }),
    host.seconds !== null &&
      t('seconds', { value: formatNumber(host.seconds, { maximumFractionDigits: 1 }) }),
    isFull && t('full'),
  ].filter(Boolean);
  return (
    <>
      <strong>{host.name}</strong> <span className={styles.facts}>{facts.join(' · ')}</span>
    </>
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
  const [view, setView] = useState<'output' | 'diff'>('output');
  const output = useOutput(run, host.id);
  const other = useOutput(run, usual?.id ?? host.id);
  const isDiff = view === 'diff' && usual !== undefined;
  const text = output.data?.text ?? '';
  const tools = usual && (
    <Segments
      label={t('view')}
      value={view}
      choices={[
        { value: 'output', label: t('output') },
        { value: 'diff', label: t('difference') },
      ]}
      onPick={setView}
    />
  );
  return (
    <Screen
      title={<Title host={host} isFull={output.data?.is_full ?? false} />}
      text={isDiff ? '' : text}
      tools={tools}
    >
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
