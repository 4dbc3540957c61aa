import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../../platform/keys/isComposing.ts';
import styles from './Import.module.css';
import { cellLabel, cellText, cellValue, type Relation } from './importCells.ts';
import { bareTitle, type ImportColumn } from './importFile.ts';
import type { ImportRow } from './importTask.ts';

type Props = {
  row: ImportRow;
  column: ImportColumn;
  relation: Relation;
  isText: boolean;
  /** Whether the cell is required and empty. */
  isMissing: boolean;
  onEdit: (value: unknown) => void;
};

/** A cell of an import file; clicking it allows a correction. */
export function ImportCell({ row, column, relation, isText, isMissing, onEdit }: Props) {
  const { t } = useTranslation('engine');
  const [draft, setDraft] = useState<string>();
  const value = row.values[column.name];
  const text = cellText(value);
  const isBad = isMissing || (typeof row.status === 'object' && row.status.fields.includes(column.name));
  const label = t('import.cell', { column: bareTitle(column.title), row: row.number });
  if (draft === undefined) {
    const shown = cellLabel(value);
    return (
      <button
        type="button"
        className={styles.cell}
        data-bad={isBad}
        title={shown}
        aria-label={t('import.editCell', { cell: label, value: shown })}
        disabled={row.status === 'sending'}
        onClick={() => setDraft(text)}
      >
        {shown || '–'}
      </button>
    );
  }
  const finish = () => {
    setDraft(undefined);
    if (draft !== text) onEdit(cellValue(draft, value, relation, { isText }));
  };
  return (
    <Input
      size="small"
      autoFocus
      aria-label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onPressEnter={(event) => {
        if (isComposing(event)) return;
        // Otherwise the key would also press the button that replaces this input.
        event.preventDefault();
        finish();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        // Otherwise Escape would close the dialog around the cell.
        event.stopPropagation();
        setDraft(undefined);
      }}
    />
  );
}
