import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { pastePreview, pasteRisk } from './paste.ts';
import styles from './terminal.module.css';

type Props = { text: string; onPaste: (isLast: boolean) => void; onClose: () => void };

/** Asks before pasting text that would run several commands or is very long. */
export function PasteDialog({ text, onPaste, onClose }: Props) {
  const { t } = useTranslation('luna');
  const [isLast, setLast] = useState(false);
  const lines = pasteRisk(text, false)?.lines ?? 1;
  return (
    <Dialog
      title={t('paste.title', { count: lines })}
      width={520}
      onClose={onClose}
      footer={
        <>
          <button type="button" className={controls.button} onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button
            type="button"
            data-focus
            className={cx(controls.button, controls.primary)}
            onClick={() => onPaste(isLast)}
          >
            {t('paste.ok', { count: lines })}
          </button>
        </>
      }
    >
      <p className={styles.dialogText}>{t('paste.body')}</p>
      <pre className={styles.preview}>{pastePreview(text)}</pre>
      <label className={controls.check}>
        <input type="checkbox" checked={isLast} onChange={(event) => setLast(event.target.checked)} />
        {t('paste.never')}
      </label>
    </Dialog>
  );
}
