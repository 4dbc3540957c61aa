import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import type { OpenFile } from './workspaceState.ts';

/** Asks what becomes of the changes of a file that is about to be closed. */
export function CloseDialog(props: {
  file: OpenFile;
  /** Resolves to whether it was saved. */
  onSave: () => Promise<boolean>;
  onDrop: () => void;
  onKeep: () => void;
}) {
  const { t } = useTranslation('ops');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    if (await props.onSave()) props.onDrop();
    else props.onKeep();
  };
  return (
    <Modal
      open
      width={460}
      title={t('workspace.close.title', { path: props.file.path })}
      onCancel={props.onKeep}
      footer={[
        <Button key="keep" onClick={props.onKeep}>
          {t('workspace.close.keep')}
        </Button>,
        <Button key="drop" danger onClick={props.onDrop}>
          {t('workspace.close.drop')}
        </Button>,
        <Button key="save" type="primary" loading={isBusy} onClick={() => void save()}>
          {t('workspace.close.save')}
        </Button>,
      ]}
    >
      {t('workspace.close.body')}
    </Modal>
  );
}
