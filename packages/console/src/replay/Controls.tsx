import CaretRightFilled from '@ant-design/icons-svg/es/asn/CaretRightFilled';
import FastForwardOutlined from '@ant-design/icons-svg/es/asn/FastForwardOutlined';
import FullscreenOutlined from '@ant-design/icons-svg/es/asn/FullscreenOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SPEEDS } from './castPlayer.ts';
import { Icon } from './dark/Icon.tsx';
import { IconButton } from './dark/IconButton.tsx';
import styles from './replay.module.css';
import { Timeline } from './Timeline.tsx';
import { clock, spoken } from './timeline.ts';
import type { Replay } from './useReplay.ts';
import { stepCommand, toggleFullScreen } from './useReplayKeys.ts';

/**
 * The controls below the recording: timeline, play, previous and next command, position, idle time, speed,
 * and full screen.
 */
export function Controls(props: {
  replay: Replay;
  root: RefObject<HTMLElement | null>;
  /** Otherwise, start and end are what the buttons lead to. */
  hasCommands: boolean;
}) {
  const { replay, root, hasCommands } = props;
  const { t } = useTranslation('replay');
  const { player, state, status } = replay;
  const { isPlaying, position, duration } = state;
  const hasNone = duration === 0;
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <Timeline replay={replay} />
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.play}
          aria-label={isPlaying ? t('pause') : t('play')}
          disabled={hasNone}
          onClick={player.toggle}
        >
          <Icon of={isPlaying ? PauseOutlined : CaretRightFilled} size={16} />
        </button>
        <Steps replay={replay} hasCommands={hasCommands} />
        <span className={`num ${styles.time}`}>
          {clock(position, duration)} <span className={styles.faint}>/ {clock(duration)}</span>
        </span>
        {status.kind === 'loading' && <span className={styles.faint}>{t('loading')}</span>}
        <span className={styles.gap} />
        <SkipIdle replay={replay} />
        <Speeds replay={replay} />
        <IconButton
          icon={FullscreenOutlined}
          tip={t('fullScreen')}
          tipSide="above"
          onClick={() => toggleFullScreen(root.current)}
        />
      </div>
    </section>
  );
}

function Steps({ replay, hasCommands }: { replay: Replay; hasCommands: boolean }) {
  const { t } = useTranslation('replay');
  const { player, state, commands } = replay;
  const hasNone = hasCommands ? commands.length === 0 : state.duration === 0;
  return (
    <>
      <IconButton
        icon={StepBackwardOutlined}
        tip={t(hasCommands ? 'previousCommand' : 'toStart')}
        tipSide="above"
        disabled={hasNone}
        onClick={() => (hasCommands ? stepCommand(replay, -1) : player.seek(0))}
      />
      <IconButton
        icon={StepForwardOutlined}
        tip={t(hasCommands ? 'nextCommand' : 'toEnd')}
        tipSide="above"
        disabled={hasNone}
        onClick={() => (hasCommands ? stepCommand(replay, 1) : player.seek(state.duration))}
      />
    </>
  );
}

function SkipIdle({ replay }: { replay: Replay }) {
  const { t, i18n } = useTranslation('replay');
  const { player, state } = replay;
  const { skipIdle, saved } = state;
  return (
    <button
      type="button"
      className={styles.skip}
      aria-pressed={skipIdle}
      onClick={() => player.setSkipIdle(!skipIdle)}
    >
      <Icon of={FastForwardOutlined} />
      <span>{t('skipIdle')}</span>
      <b className={skipIdle ? 'k-ok' : 'k-off'}>{skipIdle ? t('on') : t('off')}</b>
      {saved >= 1 && (
        <span className={styles.faint}>{t('saves', { time: spoken(saved, i18n.language) })}</span>
      )}
    </button>
  );
}

function Speeds({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay');
  const name = useId();
  const { player, state } = replay;
  return (
    <fieldset className={styles.speeds} aria-label={t('speed')}>
      {SPEEDS.map((speed) => (
        <label key={speed} className={`num ${styles.speed}`}>
          <input
            type="radio"
            name={name}
            checked={state.speed === speed}
            onChange={() => player.setSpeed(speed)}
          />
          {speed}×
        </label>
      ))}
    </fieldset>
  );
}
