import FilterOutlined from '@ant-design/icons/FilterOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, offered } from '../action/Action.ts';
import { LabelFilter } from '../labels/LabelFilter.tsx';
import { DateRangeButton } from './DateRangeButton.tsx';
import styles from './List.module.css';
import { type ToolbarDialogs, ToolbarIcons, useMoreAction } from './ListToolbar.tsx';
import { rangeOf } from './listQuery.ts';
import { TagSearch } from './TagSearch.tsx';
import { ToolbarAction } from './ToolbarAction.tsx';
import type { ListController } from './useListController.ts';

const Sheet = lazy(() => import('./Sheet.tsx').then((m) => ({ default: m.Sheet })));

const TARGET = 44;

type BarProps = {
  list: ListController;
  dialogs: ToolbarDialogs;
  more: readonly Action[];
  treeButton?: ReactNode;
};

/** The same action, which closes the sheet it stands in before it runs. */
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

/** Search of a list on a small screen; everything else of the toolbar waits in a sheet. */
export function MobileBar({ list, dialogs, more, treeButton }: BarProps) {
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  const moreAction = useMoreAction(list, more);
  const close = () => setOpen(false);
  const closing = (open: () => void) => () => {
    close();
    open();
  };
  const { onColumns, onImport, onExport } = dialogs;
  const overList: ToolbarDialogs = {
    onColumns: closing(onColumns),
    onImport: onImport && closing(onImport),
    onExport: onExport && closing(onExport),
  };
  const hasLabels = list.slots.hasLabels ?? list.resource.view?.labels ?? false;
  return (
    <div className={styles.mobileBar}>
      {list.slots.hasSearch !== false && (
        <TagSearch tags={list.tags} options={list.searchOptions} onChange={list.setTags} />
      )}
      <Button
        icon={<FilterOutlined aria-hidden />}
        aria-label={t('list.filters')}
        style={{ height: 40, width: TARGET }}
        onClick={() => setOpen(true)}
      />
      {treeButton}
      {isOpen && (
        <Suspense fallback={null}>
          <Sheet placement="bottom" title={t('list.filters')} onClose={close}>
            <div className={styles.sheet}>
              {hasLabels && <LabelFilter value={list.labels} onChange={list.setLabels} />}
              {list.dates && <DateRangeButton value={list.dates} onChange={list.setDates} />}
              {offered([moreAction]).map((action) => (
                <ToolbarAction key={action.name} action={closingFirst(action, close)} />
              ))}
              <ToolbarIcons list={list} dialogs={overList} />
            </div>
          </Sheet>
        </Suspense>
      )}
    </div>
  );
}

/** Range, one page back and forth, and the create button. */
export function MobileFooter({ list, create }: { list: ListController; create: readonly Action[] }) {
  const { t } = useTranslation('engine');
  const { page, pageSize, total } = list;
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <div className={styles.mobileFooter}>
      <span className="num" role="status">
        {total > 0 && t('list.range', { ...rangeOf(page, pageSize, total), total: total.toLocaleString() })}
      </span>
      <span className="row">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('list.previousPage')}
          disabled={page <= 1}
          style={{ height: 40, width: TARGET }}
          onClick={() => list.setPage(page - 1)}
        />
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t('list.nextPage')}
          disabled={page >= last}
          style={{ height: 40, width: TARGET }}
          onClick={() => list.setPage(page + 1)}
        />
        {offered(create)
          .slice(0, 1)
          .map((action) => (
            <ToolbarAction key={action.name} action={action} isPrimary />
          ))}
      </span>
    </div>
  );
}
