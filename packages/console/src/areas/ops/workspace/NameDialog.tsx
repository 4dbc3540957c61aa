import { nameProblem, type PathProblem } from '@gatehouse/contract/ops/playbookFiles.ts';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useGuardedClose } from '../../../platform/page/useGuardedClose.ts';
import styles from './workspace.module.css';

/** Asks for the name of a file or folder; what is wrong with it appears under the field. */
export function NameDialog(props: {
  title: string;
  start: string;
  okText: string;
  /** Resolves to whether it worked. */
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation('ops');
  const id = useId();
  const [name, setName] = useState(props.start);
  const [problem, setProblem] = useState<PathProblem>();
  const [isBusy, setBusy] = useState(false);
  const cancel = useGuardedClose(name !== props.start, props.onClose);
  const send = async () => {
    const found = nameProblem(name.trim());
    setProblem(found);
    if (found || isBusy) return;
    setBusy(true);
    const isDone = await props.onName(name.trim());
    setBusy(false);
    if (isDone) props.onClose();
  };
  return (
    <Modal
      open
      width={420}
      title={props.title}
      okText={props.okText}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={cancel}
    >
      <label htmlFor={id} className={styles.label}>
        {t('workspace.name')}
      </label>
      <Input
        id={id}
        value={name}
        autoComplete="off"
        spellCheck={false}
        status={problem ? 'error' : ''}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
        onPressEnter={() => void send()}
      />
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem && t(`problems.${problem.key}`, problem.params)}
      </p>
    </Modal>
  );
}
