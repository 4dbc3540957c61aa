import { ENTRY_FILE, playbookLimits } from '@gatehouse/contract/ops/playbookFiles.ts';
import { Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { errorText } from '../../platform/http/errorText.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import styles from './ops.module.css';

const mebibyte = 1024 * 1024;
const layout = `playbook.zip
├── ${ENTRY_FILE}
├── files/
└── roles/`;

/** Creates a playbook from an archive; what is wrong with it appears under the field. */
export function UploadDialog({ onClose, onUploaded }: { onClose: () => void; onUploaded: () => void }) {
  const { t } = useTranslation('ops');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const cancel = useGuardedClose(file !== undefined, onClose);
  const choose = (chosen: File) => {
    const isLarge = chosen.size > playbookLimits.archive;
    setProblem(isLarge ? t('playbook.tooLarge', { max: playbookLimits.archive / mebibyte }) : undefined);
    setFile(isLarge ? undefined : chosen);
    // The library must not send it by itself.
    return false;
  };
  const send = async () => {
    if (!file) return setProblem((said) => said ?? t('playbook.fileNeeded'));
    const body = new FormData();
    body.append('path', file);
    setBusy(true);
    try {
      const { name } = await http.post<{ name: string }>('/api/v1/ops/playbooks/', body, {
        disableFlashErrorMsg: true,
      });
      notify.success(t('playbook.uploaded', { name }));
      onUploaded();
    } catch (error) {
      setProblem(errorText(error, common));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={t('playbook.upload')}
      okText={t('playbook.uploadNow')}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={cancel}
    >
      <p className={styles.layoutText}>{t('playbook.layout', { entry: ENTRY_FILE })}</p>
      <pre className={`mono ${styles.layout}`}>{layout}</pre>
      <Upload.Dragger
        accept=".zip"
        maxCount={1}
        beforeUpload={choose}
        onRemove={() => setFile(undefined)}
        fileList={file ? [{ uid: '1', name: file.name, status: 'done' }] : []}
      >
        <p>{t('playbook.drop')}</p>
        <p className="t3 md">
          {t('playbook.limits', {
            archive: playbookLimits.archive / mebibyte,
            all: playbookLimits.all / mebibyte,
            entries: playbookLimits.entries,
          })}
        </p>
      </Upload.Dragger>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </Modal>
  );
}
