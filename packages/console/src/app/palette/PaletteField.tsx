import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { modKey } from '../../platform/keys/modKey.ts';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import { useOpenPalette } from './PaletteContext.ts';
import styles from './PaletteField.module.css';

/** A button that looks like the palette's input and opens the palette. */
export function PaletteField() {
  const { t } = useTranslation('shell');
  const open = useOpenPalette();
  return (
    <button
      type="button"
      className={styles.field}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      <SearchOutlined aria-hidden />
      <span className={`${styles.text} ell`}>{t('palette')}</span>
      <span className={styles.keys} aria-hidden="true">
        <Kbd>{modKey}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}
