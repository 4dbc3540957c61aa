import { Modal } from '../../platform/dialog/Modal.tsx';
import { useDialogSize } from '../../platform/page/useDialogSize.ts';
import type { MatchesProps } from '../select/RelatedInputs.tsx';
import { EmbeddedList } from './EmbeddedList.tsx';
import type { ListSlots } from './ListSlots.ts';

const looksOnly: ListSlots = {
  createActions: () => [],
  rowActions: () => [],
  detailPath: () => undefined,
  hasMoreActions: false,
  hasImport: false,
  hasExport: false,
  hasSelection: false,
  hasLabels: false,
  hasColumnSetting: false,
};

/** The rows that meet the rules of a selector, with what rules speak of. */
export function MatchesDialog({ title, name, url, rules, columns, onClose }: MatchesProps) {
  const size = useDialogSize();
  const slots = { ...looksOnly, params: { attr_rules: rules }, defaults: columns, mins: columns };
  return (
    <Modal open {...size} title={title} footer={null} onCancel={onClose}>
      <EmbeddedList name={name} url={url} slots={slots} isBare />
    </Modal>
  );
}
