import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { type Action, offered } from '../../action/Action.ts';
import { LabelFilter } from '../../labels/LabelFilter.tsx';
import { ToolbarAction } from '../actions/ToolbarAction.tsx';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { hasSavedFilters, hasTool, mayDo } from '../listTools.ts';
import { SavedFilterMenu } from '../saved/SavedFilterMenu.tsx';
import { TagSearch } from '../search/TagSearch.tsx';
import { DateRangeButton } from './DateRangeButton.tsx';

/** Functions that open the dialogs of the icons at the right end of the toolbar. */
export type ToolbarDialogs = { onColumns: () => void; onImport?: () => void; onExport?: () => void };

type Props = {
  list: ListController;
  create: readonly Action[];
  more: readonly Action[];
  dialogs: ToolbarDialogs;
  hasShortcuts: boolean;
  treeButton?: ReactNode;
};

/** The menu of actions for selected rows, with their number in its title. */
export const useMoreAction = (list: ListController, more: readonly Action[]): Action => {
  const { t } = useTranslation('engine');
  const count = list.selection.rows.length;
  return {
    name: 'more',
    title: count > 0 ? t('list.moreActionsCount', { count }) : t('list.moreActions'),
    children: offered(more),
    has: hasTool(list.slots, 'moreActions'),
  };
};

/** Icons at the right end: columns, import, export, refresh. */
export function ToolbarIcons({ list, dialogs }: Pick<Props, 'list' | 'dialogs'>) {
  const { t } = useTranslation('engine');
  const { slots } = list;
  return (
    <span className={styles.icons}>
      {hasTool(slots, 'columns') && (
        <IconButton
          icon={<SettingOutlined aria-hidden />}
          tip={t('columns.title')}
          onClick={dialogs.onColumns}
        />
      )}
      {dialogs.onImport && (
        <IconButton
          icon={<UploadOutlined aria-hidden />}
          tip={t('import.button')}
          disabled={!mayDo(slots, 'import')}
          onClick={dialogs.onImport}
        />
      )}
      {dialogs.onExport && (
        <IconButton
          icon={<DownloadOutlined aria-hidden />}
          tip={t('export.button')}
          disabled={!mayDo(slots, 'export')}
          onClick={dialogs.onExport}
        />
      )}
      {hasTool(slots, 'refresh') && (
        <IconButton icon={<ReloadOutlined aria-hidden />} tip={t('list.refresh')} onClick={list.reload} />
      )}
    </span>
  );
}

/** The toolbar in one row: tree, create, more actions, search, labels, dates, the page's tools, icons. */
export function ListToolbar({ list, create, more, dialogs, hasShortcuts, treeButton }: Props) {
  const { slots, resource } = list;
  const moreAction = useMoreAction(list, more);
  const left = offered([...create, moreAction]);
  const hasLabels = hasTool(slots, 'labels') && resource.view?.labels === true;
  return (
    <div className={styles.toolbar}>
      {treeButton}
      {left.map((action) => (
        <ToolbarAction key={action.name} action={action} isPrimary={action.name === 'create'} />
      ))}
      {hasTool(slots, 'search') ? (
        <TagSearch
          tags={list.tags}
          options={list.searchOptions}
          onChange={list.setTags}
          hasShortcut={hasShortcuts}
        />
      ) : (
        <span className={styles.spacer} />
      )}
      {hasSavedFilters(list) && <SavedFilterMenu list={list} />}
      {hasLabels && <LabelFilter value={list.labels} onChange={list.setLabels} />}
      {list.dates && <DateRangeButton value={list.dates} onChange={list.setDates} />}
      {offered(slots.tools?.(list) ?? []).map((action) => (
        <ToolbarAction key={action.name} action={action} />
      ))}
      <ToolbarIcons list={list} dialogs={dialogs} />
    </div>
  );
}
