import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Tick } from '../../../theme/control/Tick.tsx';
import { type Action, offered } from '../../action/Action.ts';
import { ActionMenu } from '../../action/ActionMenu.tsx';
import { ToolbarAction } from '../actions/ToolbarAction.tsx';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { hasSavedFilters, hasTool } from '../listTools.ts';
import { ListStatus } from '../paging/ListStatus.tsx';
import { SavedFilterMenu } from '../saved/SavedFilterMenu.tsx';
import { TagSearch } from '../search/TagSearch.tsx';
import { createInstead } from '../table/ListStates.tsx';
import { type ToolbarDialogs, useMoreAction } from '../toolbar/ListToolbar.tsx';

const MobileSheet = part(() => import('./MobileSheet.tsx').then((m) => m.MobileSheet));

const TARGET = 44;

type BarProps = {
  list: ListController;
  dialogs: ToolbarDialogs;
  more: readonly Action[];
  onChoose: (() => void) | undefined;
  treeButton?: ReactNode;
};

/** The head of a list on a small screen: search, a button that opens the sheet of controls, tree button. */
export function MobileBar({ list, treeButton, ...sheet }: BarProps) {
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.mobileBar}>
      {hasTool(list.slots, 'search') && (
        <TagSearch tags={list.tags} options={list.searchOptions} onChange={list.setTags} />
      )}
      {hasSavedFilters(list) && <SavedFilterMenu list={list} width={TARGET} />}
      <Button
        icon={<FilterOutlined aria-hidden />}
        aria-label={t('list.filters')}
        style={{ height: 40, width: TARGET }}
        onClick={() => setOpen(true)}
      />
      {treeButton}
      {isOpen && (
        <Suspense fallback={null}>
          <MobileSheet {...sheet} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Buttons for the previous and next page. */
function Turn({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { page, pageSize, total } = list;
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <>
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
    </>
  );
}

/** The first create button, unless an empty list shows it already, with the others in a menu. */
function CreateButtons({ list, create }: { list: ListController; create: readonly Action[] }) {
  const { t } = useTranslation('engine');
  const [first, ...others] = offered(create);
  const isShown = first && createInstead(list, create)?.name === first.name;
  return (
    <>
      {first && !isShown && <ToolbarAction action={first} isPrimary />}
      <ActionMenu actions={others} label={t('list.otherActions')} align="end">
        {(opener) => (
          <IconButton
            {...opener}
            icon={<EllipsisOutlined aria-hidden />}
            tip={t('list.otherActions')}
            size={TARGET}
          />
        )}
      </ActionMenu>
    </>
  );
}

/** Selects all rows of the page, and offers actions for the selection. */
function ChosenActions({ list, more }: { list: ListController; more: readonly Action[] }) {
  const { t } = useTranslation('engine');
  const { rows, selection } = list;
  const chosen = rows.filter(({ id }) => selection.ids.has(id)).length;
  return (
    <span className={styles.chosenActions}>
      <span className={styles.tick}>
        <Tick
          label={t('list.selectPage')}
          isOn={rows.length > 0 && chosen === rows.length}
          isMixed={chosen > 0 && chosen < rows.length}
          onChange={(isOn) => selection.togglePage(rows, isOn)}
        />
      </span>
      {offered([useMoreAction(list, more)]).map((action) => (
        <ToolbarAction key={action.name} action={action} />
      ))}
    </span>
  );
}

type FooterProps = {
  list: ListController;
  create: readonly Action[];
  more: readonly Action[];
  isChoosing: boolean;
  /** Ends selecting rows; undefined while none are being selected, and in a picker, whose dialog does it. */
  onDone: (() => void) | undefined;
};

/** The range of rows or number selected, page buttons, and buttons to create rows or act on the selection. */
export function MobileFooter({ list, create, more, isChoosing, onDone }: FooterProps) {
  const { t } = useTranslation('engine');
  return (
    <div className={styles.mobileFooter}>
      {isChoosing && <ChosenActions list={list} more={more} />}
      <ListStatus list={list} />
      <span className="row">
        <Turn list={list} />
        {!isChoosing && <CreateButtons list={list} create={create} />}
        {onDone && (
          <Button style={{ height: 40 }} onClick={onDone}>
            {t('list.doneSelecting')}
          </Button>
        )}
      </span>
    </div>
  );
}
