import DownOutlined from '@ant-design/icons/DownOutlined';
import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Tick } from '../../../theme/control/Tick.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import type { Action } from '../../action/Action.ts';
import { ActionMenu } from '../../action/ActionMenu.tsx';
import { isEmptyValue, type Row } from '../../resource/row.ts';
import { cx } from '../../table/cx.ts';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { cellOf } from '../table/cellOf.tsx';
import type { ColumnModel } from '../table/columns.ts';
import { listStateOf } from '../table/ListStates.tsx';

const TARGET = 44;
const MOST_SPARE = 3;

type Props = {
  list: ListController;
  rowActions: ((row: Row) => Action[]) | undefined;
  create: readonly Action[];
  detailPath: (row: Row) => string | undefined;
  isChoosing: boolean;
};

/** The columns of a list by their place on a card. */
export const cardParts = (shown: readonly ColumnModel[]) => {
  const title = shown.find(({ card }) => card === 'title') ?? shown[0];
  const rest = shown.filter((column) => column !== title);
  const of = (place: ColumnModel['card']) => rest.filter(({ card }) => card === place);
  const [state] = of('state');
  const [time] = of('time');
  const [facts, tags] = [of('fact').slice(0, 3), of('tags').slice(0, 2)];
  return { title, state, facts, tags, time, spare: of('hidden') };
};

type CardProps = Omit<Props, 'create'> & { row: Row };

/** Name, state, facts, tags and time of a row. */
function CardFacts({ row, list, detailPath }: CardProps) {
  const { title, state, facts, tags, time, spare } = cardParts(list.shown);
  const isFilled = ({ name, Cell }: ColumnModel) => Boolean(Cell) || !isEmptyValue(row[name]);
  const usual = facts.filter(isFilled);
  // If none of its usual columns is filled, a card shows others, so that it holds more than a name.
  const isBare = !(state && isFilled(state)) && usual.length + tags.filter(isFilled).length === 0;
  const shown = isBare ? spare.filter(isFilled).slice(0, MOST_SPARE) : usual;
  const draw = (column: ColumnModel) => cellOf(column, row, list, detailPath);
  return (
    <div style={{ minWidth: 0 }}>
      <div className={styles.cardTop}>
        {title && draw(title)}
        {state && <span className={styles.cardState}>{draw(state)}</span>}
      </div>
      <div className={styles.cardFacts}>
        {shown.map((column) => (
          <span key={column.name}>
            {/* A number needs its label, and so does a list that may be shown as its count. */}
            {(isBare || column.align === 'right' || Array.isArray(row[column.name])) && (
              <span className="t3">{column.title}</span>
            )}
            {draw(column)}
          </span>
        ))}
      </div>
      <div className={styles.cardTags}>
        {tags.filter(isFilled).map((column) => (
          <span key={column.name}>{draw(column)}</span>
        ))}
      </div>
      {time && !isEmptyValue(row[time.name]) && <div className={styles.cardTime}>{draw(time)}</div>}
    </div>
  );
}

function RowCard(props: CardProps) {
  const { row, list, rowActions, isChoosing } = props;
  const { selection, slots } = list;
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  const name = list.nameOfRow(row);
  const isChosen = selection.ids.has(row.id);
  const tone = slots.rowTone?.(row);
  return (
    <li
      className={cx(styles.rowCard, tone && styles[tone], isChoosing && styles.ticked)}
      data-chosen={isChosen}
    >
      {isChoosing && (
        <span className={styles.tick}>
          <Tick
            label={t('list.selectRow', { name })}
            isOn={isChosen}
            onChange={() => selection.toggle(row)}
          />
        </span>
      )}
      <CardFacts {...props} />
      <div>
        {rowActions && (
          <ActionMenu actions={rowActions(row)} label={t('list.moreActionsOf', { name })} align="end">
            {(opener) => (
              <IconButton
                {...opener}
                icon={<EllipsisOutlined aria-hidden style={{ fontSize: 20 }} />}
                tip={t('list.moreActionsOf', { name })}
                size={TARGET}
              />
            )}
          </ActionMenu>
        )}
        {slots.expand && (
          <IconButton
            icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            tip={t(isOpen ? 'list.collapseRow' : 'list.expandRow', { name })}
            onClick={() => setOpen(!isOpen)}
            size={TARGET}
          />
        )}
      </div>
      {slots.expand && isOpen && <div className={styles.cardMore}>{slots.expand(row)}</div>}
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
