import { assetPicker } from '@gatehouse/contract/layouts/assets/asset.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { useMemoryState } from '../../engine/list/useListState.ts';
import type { Row } from '../../engine/resource/row.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { AssetTreePanel } from './AssetTreePanel.tsx';
import { ASSETS_URL } from './assetTree.ts';

const WIDTH = 1000;

const slots: ListSlots<Picked, 'address' | 'platform'> = {
  mode: assetPicker,
  createActions: () => [],
  rowActions: () => [],
  detailPath: () => undefined,
};

/** A picked asset; of one picked earlier, only the id may be known. */
export type Picked = { id: Row['id']; name?: string };

type Props = {
  title?: string;
  chosen: readonly Picked[];
  /** Query parameters that every request has, such as the node whose assets are to be removed. */
  params?: Record<string, unknown>;
  onClose: () => void;
  onConfirm: (rows: readonly Picked[]) => void;
};

/** Picks assets from a tree and a table; earlier choices start selected. */
export function AssetPickerDialog({ title, chosen, params, onClose, onConfirm }: Props) {
  const { t } = useTranslation('resources');
  const state = useMemoryState();
  const list = useListController<Picked, 'address' | 'platform'>({
    name: 'AssetPicker',
    url: ASSETS_URL,
    state,
    slots: params ? { ...slots, params } : slots,
    chosen,
  });
  const { ids, rows } = list.selection;
  const isChanged = ids.size !== chosen.length || chosen.some(({ id }) => !ids.has(id));
  const cancel = useGuardedClose(isChanged, onClose);
  return (
    <Modal
      open
      width={WIDTH}
      style={{ top: '3vh' }}
      title={title ?? t('asset.pick')}
      okText={t('asset.pickOk', { count: rows.length })}
      cancelText={t('action.cancel')}
      onOk={() => onConfirm(rows)}
      onCancel={cancel}
    >
      <div style={{ display: 'flex', height: '68vh', minHeight: 320 }}>
        <TreeListLayout
          tree={(onHide) => <AssetTreePanel query={state.query} onPick={state.patch} onHide={onHide} />}
          list={(treeButton) => <ResourceList list={list} treeButton={treeButton} />}
        />
      </div>
    </Modal>
  );
}
