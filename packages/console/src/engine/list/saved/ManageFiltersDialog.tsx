import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { useRowDelete } from '../actions/useRowDelete.tsx';
import type { ListController } from '../ListSlots.ts';
import { SaveFilterDialog } from './SaveFilterDialog.tsx';
import styles from './saved.module.css';
import { FILTERS_URL, type SavedFilter, type SavedFilters } from './useSavedFilters.ts';

type Props = { list: ListController; filters: SavedFilters; onClose: () => void };

/** The user's own filters of a list, to be renamed, shared or deleted. */
export function ManageFiltersDialog({ list, filters, onClose }: Props) {
  const { t } = useTranslation('engine');
  const deleteRow = useRowDelete();
  const [edited, setEdited] = useState<SavedFilter>();
  const remove = async (filter: SavedFilter) => {
    const row = { ...filter };
    if (!(await deleteRow({ url: FILTERS_URL, row, name: filter.name, title: t('saved.one') }))) return;
    if (list.query.saved === filter.id) list.changeQuery({ saved: undefined });
    await filters.refetch();
  };
  return (
    <Modal
      open
      width={480}
      title={t('saved.manageTitle')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {filters.mine.length === 0 && <p className="t2">{t('saved.none')}</p>}
      <ul className={styles.rows}>
        {filters.mine.map((filter) => (
          <li key={filter.id} className={styles.row}>
            <span className={styles.rowName}>{filter.name}</span>
            {filter.is_shared && <span className="t3">{t('saved.isShared')}</span>}
            <IconButton
              icon={<EditOutlined aria-hidden />}
              tip={t('saved.edit', { name: filter.name })}
              onClick={() => setEdited(filter)}
            />
            <IconButton
              icon={<DeleteOutlined aria-hidden />}
              tip={t('saved.delete', { name: filter.name })}
              danger
              onClick={() => void remove(filter)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <SaveFilterDialog
          list={list}
          filters={filters}
          filter={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Modal>
  );
}
