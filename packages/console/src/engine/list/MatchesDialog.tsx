import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useDialogSize } from '../../platform/page/useDialogSize.ts';
import type { MatchesProps } from '../select/RelatedInputs.tsx';
import { EmbeddedList } from './EmbeddedList.tsx';
import type { ListSlots } from './ListSlots.ts';

const looksOnly: ListSlots = {
  createActions: () => [],
  rowActions: () => [],
  detailPath: () => undefined,
};
const without: ListMode['without'] = ['moreActions', 'import', 'export', 'selection', 'labels', 'columns'];

/** The rows that match a selector's rules, in a table with the attributes in `columns`. */
export function MatchesDialog({ title, name, url, rules, columns, onClose }: MatchesProps) {
  const size = useDialogSize();
  const slots: ListSlots = {
    ...looksOnly,
    params: { attr_rules: rules },
    mode: { columns, fixed: columns, without },
  };
  return (
    <Modal open {...size} title={title} footer={null} onCancel={onClose}>
      <EmbeddedList name={name} url={url} slots={slots} isBare />
    </Modal>
  );
}
