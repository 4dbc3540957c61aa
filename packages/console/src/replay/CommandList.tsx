import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../theme/icon/Glyph.tsx';
import { currentCommand, findCommands, type PlacedCommand, riskOf } from './commands.ts';
import { cx } from './dark/cx.ts';
import { Icon } from './dark/Icon.tsx';
import styles from './replay.module.css';
import { clock } from './timeline.ts';
import type { Replay } from './useReplay.ts';

/** The commands of the session, which describe the recording in text; choosing one jumps to its time. */
export function CommandList({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay');
  const { commands, state, player } = replay;
  const [query, setQuery] = useState('');
  const shown = useMemo(() => findCommands(commands, query), [commands, query]);
  const current = commands[currentCommand(commands, state.position)]?.id;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The list does not scroll while the pointer or the focus is in it.
    if (!current || list.current?.matches(':hover, :focus-within')) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <aside className={styles.aside} aria-label={t('commands')}>
      <h2 className={styles.asideHead}>
        {t('commands')} <span className="num">{commands.length}</span>
      </h2>
      <div className={styles.search}>
        <Icon of={SearchOutlined} size={13} />
        <input
          type="search"
          value={query}
          aria-label={t('find')}
          placeholder={t('findHint')}
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
        <RiskCounts commands={commands} />
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {commands.length === 0 ? t('noCommands') : t('noMatch')}
        </p>
      )}
      <ol ref={list} className={styles.commands}>
        {shown.map((command) => (
          <CommandLine
            key={command.id}
            command={command}
            duration={state.duration}
            isCurrent={command.id === current}
            isAhead={command.at > state.position}
            onSeek={player.seek}
          />
        ))}
      </ol>
      <p className={styles.keys}>
        <kbd>Space</kbd> {t('keys.play')} · <kbd>←</kbd> <kbd>→</kbd> {t('keys.seconds')} · <kbd>↑</kbd>{' '}
        <kbd>↓</kbd> {t('keys.command')} · <kbd>F</kbd> {t('keys.full')}
      </p>
    </aside>
  );
}

function RiskCounts({ commands }: { commands: PlacedCommand[] }) {
  const { t } = useTranslation('replay');
  const refused = commands.filter((command) => riskOf(command.level)?.kind === 'bad').length;
  const warned = commands.filter((command) => riskOf(command.level)?.kind === 'warn').length;
  return (
    <>
      {refused > 0 && (
        <span className={styles.riskCount} title={t('refused', { count: refused })}>
          <span className="k-bad">
            <Glyph name="bad" />
          </span>
          {refused}
        </span>
      )}
      {warned > 0 && (
        <span className={styles.riskCount} title={t('warned', { count: warned })}>
          <span className="k-warn">
            <Glyph name="warn" />
          </span>
          {warned}
        </span>
      )}
    </>
  );
}

type LineProps = {
  command: PlacedCommand;
  duration: number;
  isCurrent: boolean;
  isAhead: boolean;
  onSeek: (seconds: number) => void;
};

const CommandLine = memo(function CommandLine({ command, duration, isCurrent, isAhead, onSeek }: LineProps) {
  const risk = riskOf(command.level);
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={cx(styles.command, isCurrent && styles.current, isAhead && styles.later)}
        aria-current={isCurrent || undefined}
        onClick={() => onSeek(command.at)}
      >
        <span className={`num ${styles.at}`}>{clock(command.at, duration)}</span>
        <span className={risk ? `k-${risk.kind}` : undefined}>
          {risk && <Glyph name={risk.glyph} size={9} />}
        </span>
        <span className={styles.input}>
          <span className={cx('mono', styles.text)} title={command.input}>
            {command.input}
          </span>
          {risk && <span className={cx(`k-${risk.kind}`, styles.riskText)}>{command.riskLabel}</span>}
        </span>
      </button>
    </li>
  );
});
