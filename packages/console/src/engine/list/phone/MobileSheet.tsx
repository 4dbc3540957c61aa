import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Action, offered } from '../../action/Action.ts';
import { LabelFilter } from '../../labels/LabelFilter.tsx';
import { ToolbarAction } from '../actions/ToolbarAction.tsx';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { hasTool } from '../listTools.ts';
import { DateRangeButton } from '../toolbar/DateRangeButton.tsx';
import { type ToolbarDialogs, ToolbarIcons, useMoreAction } from '../toolbar/ListToolbar.tsx';
import { Sheet } from './Sheet.tsx';

type Props = {
  list: ListController;
  dialogs: ToolbarDialogs;
  more: readonly Action[];
  /** Starts selecting rows; undefined if they cannot be selected or already are being selected. */
  onChoose: (() => void) | undefined;
  onClose: () => void;
};

/** The action and its children, changed so that the sheet is closed before `onRun` is called. */
const closingFirst = (action: Action, close: () => void): Action => {
  const { children, onRun } = action;
  return {
    ...action,
    ...(children && { children: children.map((child) => closingFirst(child, close)) }),
    ...(onRun && {
      onRun: () => {
        close();
        return onRun();
      },
    }),
  };
};

/** Chooses the order, as there are no headings to sort by. */
function OrderSelect({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const columns = list.plan.all.filter(({ isSortable }) => isSortable);
  if (columns.length === 0) return null;
  return (
    <Select
      aria-label={t('list.order')}
      value={list.query.order ?? ''}
      options={[
        { value: '', label: `${t('list.order')}: ${t('list.usualOrder')}` },
        ...columns.flatMap(({ name, title }) => [
          { value: name, label: t('list.ascending', { column: title }) },
          { value: `-${name}`, label: t('list.descending', { column: title }) },
        ]),
      ]}
      onChange={(order) => list.setOrder(order || undefined)}
    />
  );
}

function SizeSelect({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { sizes } = list.paging;
  if (sizes.length === 0) return null;
  return (
    <Select
      aria-label={t('list.perPageLabel')}
      value={list.pageSize}
      options={sizes.map((size) => ({ value: size, label: t('list.perPage', { count: size }) }))}
      onChange={list.setPageSize}
    />
  );
}

/** The controls of the toolbar, of sorting and of paging that do not fit on a small screen. */
export function MobileSheet({ list, dialogs, more, onChoose, onClose }: Props) {
  const { t } = useTranslation('engine');
  const moreAction = useMoreAction(list, more);
  const closing = (open: () => void) => () => {
    onClose();
    open();
  };
  const { onColumns, onImport, onExport } = dialogs;
  const overList: ToolbarDialogs = {
    onColumns: closing(onColumns),
    onImport: onImport && closing(onImport),
    onExport: onExport && closing(onExport),
  };
  const hasLabels = hasTool(list.slots, 'labels') && list.resource.view?.labels === true;
  const tools = list.slots.tools?.(list) ?? [];
  const isPossible = offered(more).some(({ can }) => can !== false);
  return (
    <Sheet placement="bottom" title={t('list.filters')} onClose={onClose}>
      <div className={styles.sheet}>
        {hasLabels && <LabelFilter value={list.labels} onChange={list.setLabels} />}
        {list.dates && <DateRangeButton value={list.dates} onChange={list.setDates} />}
        <OrderSelect list={list} />
        <SizeSelect list={list} />
        {onChoose && <Button onClick={closing(onChoose)}>{t('list.select')}</Button>}
        {offered([...tools, ...(isPossible ? [moreAction] : [])]).map((action) => (
          <ToolbarAction key={action.name} action={closingFirst(action, onClose)} />
        ))}
        <ToolbarIcons list={{ ...list, reload: closing(list.reload) }} dialogs={overList} />
      </div>
    </Sheet>
  );
}
