import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../theme/icon/Glyph.tsx';
import type { CastStore } from './castStore.ts';
import { type PlacedCommand, riskOf } from './commands.ts';
import styles from './replay.module.css';
import { activity, clock } from './timeline.ts';
import type { Replay } from './useReplay.ts';

const BARS = 120;
const HIGH = 24;

/** The timeline: activity, risky commands, and the current position. */
export function Timeline({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay');
  const { player, state, store, commands } = replay;
  const { position, duration } = state;
  const share = duration > 0 ? position / duration : 0;
  return (
    <div className={styles.timeline}>
      <Bars store={store} duration={duration} played={Math.round(share * BARS)} />
      <RiskMarks commands={commands} duration={duration} />
      <input
        type="range"
        className={styles.slider}
        style={{ '--share': `${share * 100}%` } as React.CSSProperties}
        aria-label={t('position')}
        aria-valuetext={t('positionOf', { at: clock(position, duration), total: clock(duration) })}
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.1}
        value={position}
        onChange={(event) => player.seek(event.target.valueAsNumber)}
      />
    </div>
  );
}

type BarsProps = { store: CastStore; duration: number; played: number };

const Bars = memo(function Bars({ store, duration, played }: BarsProps) {
  const heights = useMemo(() => (duration > 0 ? activity(store, BARS) : []), [store, duration]);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${BARS * 2} ${HIGH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {heights.map((share, at) => {
        const height = share === 0 ? 1.5 : 3 + share * (HIGH - 3);
        const key = `${at.toString()}`;
        return (
          <rect
            key={key}
            x={at * 2 + 0.3}
            y={HIGH - height}
            width={1.4}
            height={height}
            className={at < played ? styles.played : styles.ahead}
          />
        );
      })}
    </svg>
  );
});

const RiskMarks = memo(function RiskMarks(props: { commands: PlacedCommand[]; duration: number }) {
  const { commands, duration } = props;
  if (duration <= 0) return null;
  return commands.map((command) => {
    const risk = riskOf(command.level);
    if (!risk) return null;
    return (
      <span
        key={command.id}
        className={`${styles.mark} k-${risk.kind}`}
        style={{ left: `${(command.at / duration) * 100}%` }}
        title={`${clock(command.at, duration)} ${command.riskLabel}: ${command.input}`}
      >
        <Glyph name={risk.glyph} />
      </span>
    );
  });
});
