import '@xterm/xterm/css/xterm.css';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import { terminalThemes } from '../../replay/dark/terminalThemes.ts';
import { useLuna } from '../LunaContext.tsx';
import type { WorkTab } from '../workspace/workspace.ts';
import { FindBar } from './FindBar.tsx';
import { NoticeList } from './NoticeList.tsx';
import { PaneState } from './PaneState.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import styles from './terminal.module.css';
import { useClipboard } from './useClipboard.ts';
import { useTerminalKeys } from './useTerminalKeys.ts';

/** A terminal, with everything drawn over it. */
export function TerminalPane({ tab, isActive }: { tab: WorkTab; isActive: boolean }) {
  const { t } = useTranslation('luna');
  const { preferences, workbench } = useLuna();
  const { theme } = useStore(preferences.store);
  const { isFindShown } = useStore(workbench.store);
  const { link } = useStore(tab.session.store);
  const clipboard = useClipboard(tab.session);
  const canvas = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { session } = tab;

  useTerminalKeys(session, clipboard.copySelection);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return;
    session.attach(container);
    const watch = new ResizeObserver(() => session.refit());
    watch.observe(container);
    return () => watch.disconnect();
  }, [session]);
  useEffect(() => {
    session.setVisible(isActive);
    if (isActive && !document.querySelector('dialog[open]')) session.terminal.focus();
  }, [session, isActive]);

  const username = link.facts?.account.username || tab.target.username || tab.target.accountName;
  const name = t('terminal.name', { username, asset: tab.target.asset.name });
  useEffect(() => {
    const field = session.terminal.textarea;
    field?.setAttribute('aria-label', name);
    field?.setAttribute('aria-describedby', hint);
  }, [session, name, hint]);

  return (
    <section
      id={`pane-${tab.key}`}
      role="tabpanel"
      aria-label={name}
      hidden={!isActive}
      className={styles.pane}
      style={{ background: terminalThemes[theme].background }}
    >
      <p id={hint} className="visually-hidden">
        {t('terminal.leaveHint')}
      </p>
      <div ref={canvas} className={styles.canvas} {...clipboard.handlers} />
      {/* Stacked, so that neither covers the other. */}
      <div className={styles.corner}>
        {isActive && isFindShown && <FindBar session={session} />}
        <NoticeList session={session} />
      </div>
      <PaneState tab={tab} />
      {clipboard.pending !== null && (
        <PasteDialog text={clipboard.pending} onPaste={clipboard.confirm} onClose={clipboard.cancel} />
      )}
    </section>
  );
}
