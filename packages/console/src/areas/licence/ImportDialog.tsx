import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { errorText } from '../../platform/http/errorText.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useGuardedClose } from '../../platform/page/useGuardedClose.ts';
import styles from './licence.module.css';

const WIDTH = 600;

/** Uploads a licence file; its errors appear under the field. */
export function ImportDialog({ onClose, onImported }: { onClose: () => void; onImported: () => void }) {
  const { t } = useTranslation('licence');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const cancel = useGuardedClose(file !== undefined, onClose);
  const send = async () => {
    if (!file) return setProblem(t('fileNeeded'));
    const body = new FormData();
    body.append('file', file);
    setIsBusy(true);
    try {
      const { status, msg } = await http.call('POST /api/v1/xpack/license/import', {
        body,
        disableFlashErrorMsg: true,
      });
      if (!status) return setProblem(msg);
      notify.success(msg);
      onImported();
    } catch (error) {
      setProblem(errorText(error, common));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      width={WIDTH}
      title={t('import')}
      okText={t('importButton')}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={cancel}
    >
      <label htmlFor={id} className={styles.label}>
        {t('file')}
      </label>
      <input
        id={id}
        type="file"
        className={styles.file}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => {
          setFile(event.target.files?.[0]);
          setProblem(undefined);
        }}
      />
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
    </Modal>
  );
}
