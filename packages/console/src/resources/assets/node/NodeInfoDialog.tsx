import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../engine/detail/FactsCard.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { useNodeCalls } from './useNodeCalls.ts';

/** Facts about a node. */
export function NodeInfoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const calls = useNodeCalls();
  const { data } = useQuery({ queryKey: ['node', id], queryFn: () => calls.info(id) });
  return (
    <Modal
      open
      width={520}
      title={t('node.info')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {data ? (
        <FactList
          facts={[
            { name: 'id', label: t('id'), value: <Mono>{data.id}</Mono>, copy: data.id },
            { name: 'key', label: t('node.key'), value: <Mono>{data.key}</Mono> },
            { name: 'name', label: t('node.name'), value: data.name },
            { name: 'full', label: t('node.path'), value: data.full_value, copy: data.full_value },
          ]}
        />
      ) : (
        <SkeletonRows rows={4} columns={2} />
      )}
    </Modal>
  );
}
