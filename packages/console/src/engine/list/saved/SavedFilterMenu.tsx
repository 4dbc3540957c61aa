import BookOutlined from '@ant-design/icons/BookOutlined';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import type { MenuOpener } from '../../../theme/kit/menu/Menu.tsx';
import type { MenuChoice, MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import { cx } from '../../table/cx.ts';
import type { ListController } from '../ListSlots.ts';
import styles from './saved.module.css';
import { type SavedFilter, type SavedFilters, useSavedFilters } from './useSavedFilters.ts';

const SaveFilterDialog = part(() => import('./SaveFilterDialog.tsx').then((m) => m.SaveFilterDialog));
const ManageFiltersDialog = part(() =>
  import('./ManageFiltersDialog.tsx').then((m) => m.ManageFiltersDialog),
);

type Dialog = 'save' | 'manage';

const useItems = (
  list: ListController,
  filters: SavedFilters,
  open: (dialog: Dialog) => void,
): MenuItem[] => {
  const { t } = useTranslation('engine');
  const { mine, shared, chosen, now, isChanged } = filters;
  const choiceOf = (filter: SavedFilter): MenuChoice => ({
    key: filter.id,
    label: filter.name,
    checked: filter.id === chosen?.id,
    isChoice: true,
    onSelect: () => filters.choose(filter),
    ...(!filters.isMine(filter) && { hint: t('saved.by', { name: filter.user?.name ?? '' }) }),
    ...(filters.isMine(filter) && filter.is_shared && { hint: t('saved.isShared') }),
  });
  const note = filters.isLoading ? t('saved.loading') : t('saved.none');
  const isEmpty = mine.length + shared.length === 0;
  return [
    ...(isEmpty ? [{ key: 'none', label: note, disabled: true }] : []),
    ...(mine.length > 0 ? [{ heading: t('saved.mine') }, ...mine.map(choiceOf)] : []),
    ...(shared.length > 0 ? [{ heading: t('saved.shared') }, ...shared.map(choiceOf)] : []),
    { separator: true },
    {
      key: 'save',
      label: t('saved.save'),
      disabled: now === '',
      reason: t('saved.nothing'),
      onSelect: () => open('save'),
    },
    ...(chosen && isChanged && now !== '' && filters.isMine(chosen)
      ? [
          {
            key: 'overwrite',
            label: t('saved.overwrite', { name: chosen.name }),
            onSelect: () => void filters.overwrite(chosen).catch(() => undefined),
          },
        ]
      : []),
    ...(chosen ? [{ key: 'clear', label: t('list.clearFilters'), onSelect: list.clearFilters }] : []),
    ...(mine.length > 0 ? [{ key: 'manage', label: t('saved.manage'), onSelect: () => open('manage') }] : []),
  ];
};

type OpenerProps = { filters: SavedFilters; opener: MenuOpener; width: number | undefined };

/** The menu button: the name of the chosen filter, where there is room, and whether it has been changed. */
function Opener({ filters, opener, width }: OpenerProps) {
  const { t } = useTranslation('engine');
  const { chosen, isChanged } = filters;
  const name = chosen && (isChanged ? t('saved.changed', { name: chosen.name }) : chosen.name);
  const icon = <BookOutlined aria-hidden />;
  const label = name ? t('saved.chosen', { name }) : t('saved.button');
  if (width !== undefined)
    return (
      <Button
        {...opener}
        icon={icon}
        aria-label={label}
        className={cx(chosen && styles.chosen)}
        style={{ height: 40, width }}
      />
    );
  if (!name) return <IconButton {...opener} icon={icon} tip={label} />;
  return (
    <Button {...opener} icon={icon} aria-label={label}>
      <span className={styles.name}>{name}</span>
    </Button>
  );
}

/**
 * The saved filters of a list: chooses one, saves the current one, and leads to the user's own. With a `width`, a framed
 * button without a name, like those beside it on phones.
 */
export function SavedFilterMenu({ list, width }: { list: ListController; width?: number }) {
  const { t } = useTranslation('engine');
  const filters = useSavedFilters(list);
  const [dialog, setDialog] = useState<Dialog>();
  const items = useItems(list, filters, setDialog);
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={t('saved.button')} items={items} align="end" onOpen={filters.ask}>
        {(opener) => <Opener filters={filters} opener={opener} width={width} />}
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveFilterDialog list={list} filters={filters} onClose={close} />}
        {dialog === 'manage' && <ManageFiltersDialog list={list} filters={filters} onClose={close} />}
      </Suspense>
    </>
  );
}
