import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoteSelect } from '../../../engine/select/RemoteSelect.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import { NODES_URL } from '../assetTree.ts';

type Props = { name: string; onClose: () => void; onMove: (target: string) => Promise<void> };

/** Chooses the node under which another one is moved; an alternative to dragging. */
export function MoveNodeDialog({ name, onClose, onMove }: Props) {
  const { t } = useTranslation('resources');
  const [target, setTarget] = useState<(string | number)[]>([]);
  const [isMoving, setMoving] = useState(false);
  const cancel = useGuardedClose(target.length > 0, onClose);
  const move = async () => {
    setMoving(true);
    await onMove(String(target[0])).catch(() => setMoving(false));
  };
  return (
    <Modal
      open
      width={480}
      title={t('node.moveTitle', { name })}
      okText={t('node.move')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: target.length === 0 }}
      confirmLoading={isMoving}
      onOk={() => void move()}
      onCancel={cancel}
    >
      <RemoteSelect
        url={NODES_URL}
        multiple={false}
        aria-label={t('node.target')}
        placeholder={t('node.target')}
        value={target}
        onChange={setTarget}
      />
    </Modal>
  );
}
