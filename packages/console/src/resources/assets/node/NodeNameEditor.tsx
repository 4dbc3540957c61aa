import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../../platform/keys/isComposing.ts';
import styles from './NodeNameEditor.module.css';

type Props = { value: string; onDone: (value: string | undefined) => void };

const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** Renames a node in place: Enter or leaving the field saves, Escape cancels. */
export function NodeNameEditor({ value, onDone }: Props) {
  const { t } = useTranslation('resources');
  const [text, setText] = useState(value);
  return (
    <input
      ref={takeFocus}
      type="text"
      className={styles.editor}
      aria-label={t('node.name')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        // Otherwise the tree would handle the typed letters.
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Enter') onDone(text.trim());
        if (event.key === 'Escape') onDone(undefined);
      }}
      onBlur={() => onDone(text.trim())}
    />
  );
}
