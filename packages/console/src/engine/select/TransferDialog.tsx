import { Modal } from '../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import { useUnsaved } from '../../platform/page/useUnsaved.ts';
import { TransferPanes } from './TransferPanes.tsx';
import type { TransferOption } from './transferModel.ts';

const WIDTH = 730;
const PAGE_SIZE = 100;

type Props = {
  title: string;
  url: string;
  chosen: TransferOption[];
  onClose: () => void;
  onConfirm: (chosen: TransferOption[]) => void | Promise<void>;
};

/** Moves rows between available and chosen in a dialog. */
export function TransferDialog({ title, onClose, ...panes }: Props) {
  const unsaved = useUnsaved();
  const cancel = useGuardedClose(unsaved.isUnsaved, onClose);
  return (
    <Modal open width={WIDTH} style={{ top: '3vh' }} title={title} footer={null} onCancel={cancel}>
      <TransferPanes {...panes} pageSize={PAGE_SIZE} onClose={cancel} onMove={unsaved.mark} />
    </Modal>
  );
}
