import EditOutlined from '@ant-design/icons/EditOutlined';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { LabelTag } from '../../theme/tag/LabelTag.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { CollapsedItems } from '../cells/CollapsedTags.tsx';
import type { CellProps } from '../fields/FieldUi.ts';
import { useListScope } from '../list/ListScope.tsx';
import styles from './Labels.module.css';

const LabelsDialog = part(() => import('./LabelsDialog.tsx').then((m) => m.LabelsDialog));

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Labels of a row; clicking one filters the list, the pencil edits them. */
export function LabelsCell({ value, row }: CellProps) {
  const { t } = useTranslation('engine');
  const list = useListScope();
  const [isEditing, setEditing] = useState(false);
  const labels = textsOf(value);
  return (
    <span className={styles.cell}>
      {labels.length === 0 ? (
        <Dash />
      ) : (
        <CollapsedItems
          items={labels.map((label) => ({
            key: label,
            node: list?.onLabel ? (
              <button
                type="button"
                className={styles.tag}
                title={t('labels.narrow', { label })}
                onClick={() => list.onLabel?.(label)}
              >
                <LabelTag value={label} />
              </button>
            ) : (
              <LabelTag value={label} />
            ),
          }))}
        />
      )}
      {list?.canUpdate && (
        <span className={styles.edit}>
          <IconButton
            icon={<EditOutlined aria-hidden />}
            tip={t('labels.edit')}
            size={24}
            onClick={() => setEditing(true)}
          />
        </span>
      )}
      {list && isEditing && (
        <Suspense fallback={null}>
          <LabelsDialog
            url={list.url}
            id={row.id}
            labels={labels}
            onClose={() => setEditing(false)}
            onSaved={list.refetch}
          />
        </Suspense>
      )}
    </span>
  );
}
