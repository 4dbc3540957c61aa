import EditOutlined from '@ant-design/icons/EditOutlined';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { useListScope } from '../list/ListScope.tsx';
import type { Row } from '../resource/row.ts';
import styles from './EditableText.module.css';

const EditableTextInput = part(() => import('./EditableTextInput.tsx').then((m) => m.EditableTextInput));

type Props = { value: unknown; row: Row; name: string; label: string; children: ReactNode };

/** Text that can be edited in place in a list whose rows the user may change. */
export function EditableText({ value, row, name, label, children }: Props) {
  const { t } = useTranslation('engine');
  const list = useListScope();
  const [isEditing, setEditing] = useState(false);
  if (!list?.canUpdate) return children;
  if (isEditing) {
    return (
      <Suspense fallback={children}>
        <EditableTextInput
          url={list.url}
          id={row.id}
          name={name}
          label={label}
          value={String(value ?? '')}
          onSaved={list.refetch}
          onClose={() => setEditing(false)}
        />
      </Suspense>
    );
  }
  return (
    <span className={styles.cell}>
      {children}
      <span className={styles.edit}>
        <IconButton
          icon={<EditOutlined aria-hidden />}
          tip={t('list.editField', { field: label })}
          size={24}
          onClick={() => setEditing(true)}
        />
      </span>
    </span>
  );
}
