import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/IconButton.tsx';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import type { Action } from '../action/Action.ts';
import { ActionMenu } from '../action/ActionMenu.tsx';
import { isEmptyValue, type Row } from '../resource/row.ts';
import { cellOf } from './cellOf.tsx';
import type { ColumnModel } from './columns.ts';
import styles from './List.module.css';
import { listStateOf } from './ListStates.tsx';
import type { ListController } from './useListController.ts';

type Props = {
  list: ListController;
  rowActions: ((row: Row) => Action[]) | undefined;
  create: readonly Action[];
  detailPath: (row: Row) => string | undefined;
};

/** Places of a card: the name, one state, facts, tags. */
export const cardParts = (shown: readonly ColumnModel[]) => {
  const title = shown.find(({ card }) => card === 'title') ?? shown[0];
  const rest = shown.filter((column) => column !== title);
  return {
    title,
    state: rest.find(({ card }) => card === 'state'),
    facts: rest.filter(({ card }) => card === 'fact').slice(0, 3),
    tags: rest.filter(({ card }) => card === 'tags').slice(0, 2),
    time: rest.find(({ card }) => card === 'time'),
  };
};

function RowCard({ row, list, rowActions, detailPath }: Omit<Props, 'create'> & { row: Row }) {
  const { t } = useTranslation('engine');
  const { title, state, facts, tags, time } = cardParts(list.shown);
  const draw = (column: ColumnModel) => cellOf(column, row, list, detailPath);
  const filled = (columns: ColumnModel[]) =>
    columns.filter(({ name, Cell }) => Cell || !isEmptyValue(row[name]));
  return (
    <li className={styles.rowCard}>
      <div style={{ minWidth: 0 }}>
        <div className={styles.cardTop}>
          {title && draw(title)}
          {state && <span className={styles.cardState}>{draw(state)}</span>}
        </div>
        <div className={styles.cardFacts}>
          {filled(facts).map((column) => (
            <span key={column.name}>
              {/* A number alone says nothing. */}
              {column.align === 'right' && <span className="t3">{column.title}</span>}
              {draw(column)}
            </span>
          ))}
        </div>
        <div className={styles.cardTags}>
          {filled(tags).map((column) => (
            <span key={column.name}>{draw(column)}</span>
          ))}
        </div>
        {time && !isEmptyValue(row[time.name]) && <div className={styles.cardTime}>{draw(time)}</div>}
      </div>
      {rowActions && (
        <ActionMenu actions={rowActions(row)}>
          <IconButton
            icon={<EllipsisOutlined aria-hidden style={{ fontSize: 20 }} />}
            tip={t('list.moreActionsOf', { name: list.nameOfRow(row) })}
            size={44}
          />
        </ActionMenu>
      )}
    </li>
  );
}

/** The rows of a list as cards, for small screens. */
export function ListCards(props: Props) {
  const { list } = props;
  const state = listStateOf(list, props.create);
  if (list.loading === 'skeleton' && !list.error) return <SkeletonRows rows={6} columns={2} height={96} />;
  if (state) return state;
  return (
    <ul className={styles.cards} aria-label={list.resource.titles} aria-busy={list.loading === 'busy'}>
      {list.rows.map((row) => (
        <RowCard key={row.id} row={row} {...props} />
      ))}
    </ul>
  );
}
