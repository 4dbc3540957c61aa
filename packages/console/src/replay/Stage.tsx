import '@xterm/xterm/css/xterm.css';
import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../platform/http/errorText.ts';
import { useCan } from '../platform/session/useSession.ts';
import controls from './dark/controls.module.css';
import { cx } from './dark/cx.ts';
import { fitLetters } from './dark/fitLetters.ts';
import { Icon } from './dark/Icon.tsx';
import { TERMINAL_FONT, terminalThemes } from './dark/terminalThemes.ts';
import { ReplayError } from './loadReplay.ts';
import { CastError } from './readCast.ts';
import styles from './replay.module.css';
import type { Replay } from './useReplay.ts';

/** The recorded screen, in the largest font that fits, within limits. */
export function Stage({ replay, sessionId }: { replay: Replay; sessionId: string | undefined }) {
  const { t } = useTranslation('replay');
  const { terminal, status } = replay;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    terminal.options.theme = terminalThemes.gatehouse;
    terminal.options.fontFamily = TERMINAL_FONT;
    terminal.options.lineHeight = 1.2;
    if (terminal.element) container.append(terminal.element);
    else terminal.open(container);
    terminal.textarea?.setAttribute('tabindex', '-1');
    const fit = () => fitLetters(terminal, container);
    const watch = new ResizeObserver(fit);
    watch.observe(container);
    const resized = terminal.onResize(() => requestAnimationFrame(fit));
    return () => {
      watch.disconnect();
      resized.dispose();
    };
  }, [terminal]);
  return (
    <section className={styles.stage} aria-label={t('screen')}>
      <div ref={box} className={styles.screen} />
      {status.kind !== 'ready' && status.kind !== 'loading' && (
        <div className={styles.cover}>
          {status.kind === 'preparing' ? (
            <p role="status">
              <Icon of={LoadingOutlined} size={16} className="spin" />
              {t('preparing')}
            </p>
          ) : (
            <Failure error={status.error} sessionId={sessionId} />
          )}
        </div>
      )}
    </section>
  );
}

function Failure({ error, sessionId }: { error: unknown; sessionId: string | undefined }) {
  const can = useCan();
  const { t } = useTranslation(['replay', 'common']);
  const isKnown = error instanceof ReplayError || error instanceof CastError;
  const text = isKnown
    ? t(`error.${error.code}`)
    : errorText(error, (key, params) => t(`common:${key}`, params));
  const mayMonitor =
    error instanceof ReplayError && error.code === 'running' && can('terminal.monitor_session');
  return (
    <div role="alert" className={styles.failure}>
      <p>{text}</p>
      {mayMonitor && (
        <a
          className={cx(controls.button, controls.small)}
          href={`/luna/monitor/${sessionId}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('monitor')}
        </a>
      )}
    </div>
  );
}
