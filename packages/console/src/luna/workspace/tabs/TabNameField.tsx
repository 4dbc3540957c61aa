import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../../platform/keys/isComposing.ts';
import styles from './tabBar.module.css';

/** Renames a tab in place: Enter or leaving the field saves, Escape cancels. */
export function TabNameField({ name, onDone }: { name: string; onDone: (title: string | null) => void }) {
  const { t } = useTranslation('luna');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label={t('tabs.rename')}
      defaultValue={name}
      maxLength={60}
      onBlur={(event) => onDone(event.target.value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onDone(null);
      }}
    />
  );
}
