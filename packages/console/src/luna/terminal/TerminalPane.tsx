import '@xterm/xterm/css/xterm.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import { terminalThemes } from '../../replay/dark/terminalThemes.ts';
import type { Point } from '../../theme/kit/menu/placeLayer.ts';
import { useLuna } from '../LunaContext.tsx';
import { assetName } from '../workspace/tabs/tabName.ts';
import type { WorkTab } from '../workspace/workspace.ts';
import { FindBar } from './FindBar.tsx';
import { KeyBar } from './KeyBar.tsx';
import { NoticeList } from './NoticeList.tsx';
import { PaneState } from './PaneState.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { TerminalMenu } from './TerminalMenu.tsx';
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
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const clipboard = useClipboard(tab.session, setMenuAt);
  // A terminal that is not in front has to be laid out once, because its session starts in its real size.
  const [isMeasured, setMeasured] = useState(false);
  const canvas = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { session } = tab;

  useTerminalKeys(session, clipboard.copySelection);
  useEffect(() => session.setVisible(isActive), [session, isActive]);
  useEffect(() => {
    const container = canvas.current;
    if (!container) return;
    session.attach(container);
    setMeasured(true);
    const watch = new ResizeObserver(() => session.refit());
    watch.observe(container);
    return () => watch.disconnect();
  }, [session]);
  useEffect(() => {
    if (isActive && !document.querySelector('dialog[open]')) session.terminal.focus();
  }, [session, isActive]);

  const username = link.facts?.account.username || tab.target.username || tab.target.accountName;
  const name = t('terminal.name', { username, asset: assetName(tab) });
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
      hidden={!isActive && isMeasured}
      data-unseen={!isActive || undefined}
      className={styles.pane}
      style={{ background: terminalThemes[theme].background }}
    >
      <p id={hint} className="visually-hidden">
        {t('terminal.leaveHint')}
      </p>
      <div ref={canvas} className={styles.canvas} {...clipboard.handlers} />
      {isActive && isFindShown && <FindBar session={session} />}
      <NoticeList session={session} />
      <PaneState tab={tab} />
      <KeyBar session={session} />
      {menuAt && (
        <TerminalMenu
          tab={tab}
          at={menuAt}
          onCopy={clipboard.copySelection}
          onPaste={clipboard.pasteFromMouse}
          onClose={() => setMenuAt(null)}
        />
      )}
      {clipboard.pending !== null && (
        <PasteDialog text={clipboard.pending} onPaste={clipboard.confirm} onClose={clipboard.cancel} />
      )}
    </section>
  );
}
