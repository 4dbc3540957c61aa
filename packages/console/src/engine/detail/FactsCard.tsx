import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { Card } from '../../theme/state/Card.tsx';
import type { Cell } from '../fields/FieldUi.ts';
import { fieldUiOf } from '../fields/registry.ts';
import { isEmptyValue, type Row, textOf } from '../resource/row.ts';
import { cx } from '../table/cx.ts';
import styles from './Detail.module.css';

/** A fact to draw: its label and value. */
export type Fact = { name: string; label: string; value: ReactNode; copy?: string };

const bareMeta = (name: string): FieldMeta => ({
  type: 'field',
  required: false,
  read_only: true,
  write_only: false,
  label: name,
});

/**
 * Facts of a row as label and value, for the fields in `names`; `cells` and `labels` override how some of
 * them are drawn and labelled.
 */
export const factsOf = (input: {
  row: Row;
  metas: Record<string, FieldMeta>;
  names: readonly string[];
  cells?: Record<string, Cell | undefined>;
  labels?: Record<string, string | undefined>;
}): Fact[] =>
  input.names.map((name) => {
    const { row, metas, cells = {}, labels = {} } = input;
    const meta = metas[name] ?? bareMeta(name);
    const Cell = cells[name] ?? fieldUiOf(meta).Cell;
    const value = row[name];
    return {
      name,
      label: labels[name] ?? meta.label,
      value: <Cell value={value} row={row} name={name} meta={meta} />,
      ...(!isEmptyValue(value) && typeof value === 'string' && { copy: textOf(value) }),
    };
  });

/** A list of labels and values; some values can be copied. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.list}>
      {facts.map(({ name, label, value, copy }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd className={name === 'id' ? styles.oneLine : undefined}>
            {value}
            {copy !== undefined && (
              <span className={cx(styles.copy, name === 'id' && styles.shown)}>
                <CopyButton text={copy} size={24} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A card of facts, in two columns unless `isSingle`. */
export function FactsCard({
  title,
  facts,
  extra,
  isSingle,
}: {
  title?: string;
  facts: readonly Fact[];
  extra?: ReactNode;
  isSingle?: boolean;
}) {
  const { t } = useTranslation('engine');
  const half = isSingle ? facts.length : Math.ceil(facts.length / 2);
  return (
    <Card title={title ?? t('detail.basic')} extra={extra}>
      <div className={cx(styles.facts, isSingle && styles.single)}>
        <FactList facts={facts.slice(0, half)} />
        {half < facts.length && <FactList facts={facts.slice(half)} />}
      </div>
    </Card>
  );
}
