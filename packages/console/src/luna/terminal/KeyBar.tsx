import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import styles from './terminal.module.css';
import type { TerminalSession } from './terminalSession.ts';

const ARROWS = { '↑': 'A', '↓': 'B', '←': 'D', '→': 'C' } as const;

/** Keys that keyboards of phones and tablets lack. */
export function KeyBar({ session }: { session: TerminalSession }) {
  const { t } = useTranslation('luna');
  const { link, isCtrlHeld } = useStore(session.store);
  const { terminal } = session;
  if (link.phase !== 'live') return null;
  const arrow = (letter: string) =>
    terminal.input(`\x1b${terminal.modes.applicationCursorKeysMode ? 'O' : '['}${letter}`);
  return (
    // Pressing a key keeps the focus in the terminal, so that the keyboard of the phone stays open.
    <div
      role="toolbar"
      aria-label={t('keys.title')}
      className={styles.keys}
      onPointerDown={(event) => event.preventDefault()}
    >
      <button type="button" className={styles.key} onClick={() => terminal.input('\x1b')}>
        Esc
      </button>
      <button
        type="button"
        className={styles.key}
        aria-pressed={isCtrlHeld}
        onClick={() => session.holdCtrl(!isCtrlHeld)}
      >
        Ctrl
      </button>
      <button type="button" className={styles.key} onClick={() => terminal.input('\t')}>
        Tab
      </button>
      {Object.entries(ARROWS).map(([sign, letter]) => (
        <button
          key={letter}
          type="button"
          className={styles.key}
          aria-label={t(`keys.${letter}`)}
          onClick={() => arrow(letter)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
