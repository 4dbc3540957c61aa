import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../replay/dark/cx.ts';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { useModalDialog } from '../../theme/kit/useModalDialog.ts';
import styles from './dialog.module.css';

type Props = {
  title: ReactNode;
  /** Line under the title. */
  sub?: ReactNode;
  width?: number;
  /** While busy, Esc and the close button do nothing. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
};

/** A modal dialog: keeps the focus inside, closes on Esc unless busy, and restores the focus. */
export function Dialog({ title, sub, width = 440, isBusy, onClose, children, footer, className }: Props) {
  const { t } = useTranslation('luna');
  const ref = useModalDialog();
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={cx(styles.dialog, className)}
      style={{ width }}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
    >
      <header className={styles.head}>
        <div>
          <h2 id={titleId}>{title}</h2>
          {sub && <div className={styles.sub}>{sub}</div>}
        </div>
        <IconButton
          icon={CloseOutlined}
          tip={t('action.close')}
          size={12}
          disabled={isBusy}
          onClick={onClose}
        />
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </dialog>
  );
}
