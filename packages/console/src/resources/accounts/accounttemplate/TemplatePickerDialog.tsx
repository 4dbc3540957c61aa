import { templatePicker } from '@gatehouse/contract/layouts/accounts/accounttemplate.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceList } from '../../../engine/list/ResourceList.tsx';
import { useListController } from '../../../engine/list/useListController.ts';
import { useMemoryState } from '../../../engine/list/useListState.ts';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';

const URL = '/api/v1/accounts/account-templates/';

/** A row of the list of templates. */
export type Template = RowOf<typeof accounttemplate, 'list'>;

const base: ListSlots<typeof accounttemplate> = {
  mode: templatePicker,
  createActions: () => [],
  rowActions: () => [],
  detailPath: () => undefined,
};

/** Props of the template picker. */
export type TemplatePickerProps = {
  /** If set, only templates whose secret fits one of these protocols are offered. */
  protocols?: readonly string[];
  onClose: () => void;
  onConfirm: (templates: readonly Template[]) => void;
};

/** The list of templates to pick from. */
export function TemplatePickerDialog({ protocols = [], onClose, onConfirm }: TemplatePickerProps) {
  const { t } = useTranslation('resources');
  const state = useMemoryState();
  const slots = protocols.length > 0 ? { ...base, params: { protocols: protocols.join(',') } } : base;
  const list = useListController({ name: 'TemplatePicker', url: URL, state, slots, chosen: [] });
  const { rows } = list.selection;
  const cancel = useGuardedClose(rows.length > 0, onClose);
  return (
    <Modal
      open
      width="60%"
      style={{ top: '3vh', maxWidth: 1000 }}
      title={t('account.pickTemplate')}
      okText={t('account.pickTemplateOk', { count: rows.length })}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: rows.length === 0 }}
      onOk={() => onConfirm(rows)}
      onCancel={cancel}
    >
      <div style={{ display: 'flex', height: '60vh' }}>
        <ResourceList list={list} />
      </div>
    </Modal>
  );
}
