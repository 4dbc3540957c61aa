import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { useStore } from '../../platform/store.ts';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { fitLetters } from '../../replay/dark/fitLetters.ts';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { OwnLogo } from '../../theme/icon/OwnLogo.tsx';
import { readable } from '../../theme/text/identity.ts';
import { openBrowserSocket } from '../link/browserSocket.ts';
import { makePreferenceStore } from '../preferences/preferenceStore.ts';
import { makeTerminalSession, type TerminalSession } from '../terminal/terminalSession.ts';
import panels from '../workspace/panels/panels.module.css';
import { SessionFactList } from '../workspace/panels/SessionPanel.tsx';
import { lookOf } from '../workspace/tabs/phaseLook.ts';
import styles from './screens.module.css';

/** Shows a running session as its user sees it, read-only. */
export function MonitorScreen({ sessionId }: { sessionId: string }) {
  const { http, storage, session, language } = usePlatform();
  const [terminal] = useState<TerminalSession>(() =>
    makeTerminalSession(
      { kind: 'monitor', session_id: sessionId },
      {
        openSocket: openBrowserSocket,
        preferences: makePreferenceStore({ http, storage, userId: session.get().profile?.id ?? '' }),
        clientId: sessionId,
        language,
        remember: () => undefined,
        banner: () => '',
        isWatching: true,
      },
    ),
  );
  return (
    <main className={styles.monitor}>
      <MonitorHead terminal={terminal} sessionId={sessionId} />
      <Watched terminal={terminal} />
      <Facts terminal={terminal} />
    </main>
  );
}

function Watched({ terminal: session }: { terminal: TerminalSession }) {
  const { t } = useTranslation(['luna', 'gateway']);
  const { link } = useStore(session.store);
  const box = useRef<HTMLDivElement>(null);
  const { watched, phase, end } = link;
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    session.terminal.options.disableStdin = true;
    session.attach(container);
    const fit = () => fitLetters(session.terminal, container);
    const watch = new ResizeObserver(fit);
    watch.observe(container);
    const resized = session.terminal.onResize(() => requestAnimationFrame(fit));
    return () => {
      watch.disconnect();
      resized.dispose();
    };
  }, [session]);
  useEffect(() => {
    if (watched) session.terminal.resize(watched.cols, watched.rows);
  }, [session, watched]);
  const state = phase === 'ended' && end ? t(end.text, end.params) : t(`phase.${phase}`);
  return (
    <section className={styles.watched} aria-label={t('monitor.screen')}>
      <div ref={box} className={styles.watchedScreen} />
      {phase !== 'live' && (
        <p className={styles.watchedState} role="status">
          {state}
        </p>
      )}
    </section>
  );
}

function MonitorHead({ terminal, sessionId }: { terminal: TerminalSession; sessionId: string }) {
  const { t } = useTranslation('luna');
  const { perms, settings } = useSession();
  const product = settings.INTERFACE?.login_title || 'Gatehouse';
  const { link } = useStore(terminal.store);
  const look = lookOf(link);
  const { facts } = link;
  const title = facts ? t('monitor.titleOf', { user: readable(facts.user) }) : t('monitor.title');
  useEffect(() => {
    document.title = `${title} - ${product}`;
  }, [title, product]);
  const mayAct = perms.has('terminal.terminate_session');
  return (
    <header className={styles.monitorHead}>
      <OwnLogo src={settings.INTERFACE?.logo_index} size={20} />
      <h1 className="ell">
        {facts ? (
          <Trans
            t={t}
            i18nKey="monitor.heading"
            values={{
              user: readable(facts.user),
              target: `${facts.account.username || facts.account.name}@${facts.asset.name}`,
            }}
            components={{ joint: <span className={styles.joint} />, target: <span className="mono" /> }}
          />
        ) : (
          title
        )}
      </h1>
      <span className={cx(styles.monitorState, `k-${look.kind}`)}>
        <Glyph name={look.glyph} />
        {t(`phase.${look.word}`)}
      </span>
      <span className={styles.gap} />
      {link.phase === 'live' && mayAct && (
        <MonitorActions
          sessionId={sessionId}
          isLocked={facts?.is_locked ?? false}
          user={readable(facts?.user ?? '')}
        />
      )}
    </header>
  );
}

function MonitorActions(props: { sessionId: string; isLocked: boolean; user: string }) {
  const { t } = useTranslation('luna');
  const { http, dialogs, notify } = usePlatform();
  const { sessionId, isLocked, user } = props;
  // State at the time of a request: the button is busy until the session reports the other state.
  const [sentAt, setSentAt] = useState<boolean | null>(null);
  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setSentAt(isLocked);
    try {
      await request();
      return true;
    } catch {
      // The request layer has reported the error.
      setSentAt(null);
      return false;
    }
  };
  const toggle = () =>
    send(() =>
      http.call('POST /api/v1/terminal/tasks/toggle-lock-session/', {
        body: { session_id: sessionId, task_name: isLocked ? 'unlock_session' : 'lock_session' },
      }),
    );
  const terminate = async () => {
    const isSure = await dialogs.confirm({
      title: t('monitor.terminateTitle', { user }),
      body: t('monitor.terminateBody'),
      okText: t('monitor.terminate'),
      danger: true,
    });
    if (!isSure) return;
    const kill = () => http.call('POST /api/v1/terminal/tasks/kill-session/', { body: [sessionId] });
    if (await send(kill)) notify.success(t('monitor.terminateSent'));
  };
  return (
    <>
      <button
        type="button"
        className={cx(controls.button, controls.small)}
        disabled={sentAt === isLocked}
        onClick={toggle}
      >
        {isLocked ? t('monitor.resume') : t('monitor.pause')}
      </button>
      <button
        type="button"
        className={cx(controls.button, controls.small, controls.danger)}
        onClick={terminate}
      >
        {t('monitor.terminate')}
      </button>
    </>
  );
}

function Facts({ terminal }: { terminal: TerminalSession }) {
  const { t } = useTranslation('luna');
  const { link } = useStore(terminal.store);
  return (
    <aside className={styles.monitorFacts} aria-label={t('panel.session')}>
      <h2>{t('panel.session')}</h2>
      {link.facts ? (
        <dl className={panels.facts}>
          <SessionFactList facts={link.facts} />
        </dl>
      ) : (
        <p>{t('monitor.noFacts')}</p>
      )}
    </aside>
  );
}
