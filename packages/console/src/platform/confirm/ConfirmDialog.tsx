import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { QUESTION_LAYER } from '../dialog/layers.ts';
import { Modal } from '../dialog/Modal.tsx';
import styles from './ConfirmDialog.module.css';
import type { ConfirmQuestion } from './dialogs.ts';

const LISTED = 5;

/** Asks for confirmation: names the objects, says what will happen, and repeats the verb on the button. */
export function ConfirmDialog(props: { question: ConfirmQuestion; onAnswer: (yes: boolean) => void }) {
  const { question, onAnswer } = props;
  const { t } = useTranslation('common');
  const names = question.names ?? [];
  return (
    <Modal
      open
      zIndex={QUESTION_LAYER}
      width={440}
      style={{ top: '15vh' }}
      closable={false}
      mask={{ closable: false }}
      keyboard={!question.mandatory}
      onCancel={() => onAnswer(false)}
      title={
        <span className={styles.title}>
          {question.danger && <ExclamationCircleFilled aria-hidden className={styles.danger} />}
          {question.title}
        </span>
      }
      footer={
        <div className={styles.footer}>
          {!question.mandatory && (
            <Button data-focus={question.focusCancel || undefined} onClick={() => onAnswer(false)}>
              {question.cancelText ?? t('action.cancel')}
            </Button>
          )}
          <Button
            data-focus={question.focusCancel ? undefined : true}
            type="primary"
            danger={question.danger === true}
            onClick={() => onAnswer(true)}
          >
            {question.okText}
          </Button>
        </div>
      }
    >
      {question.body && <div className={styles.body}>{question.body}</div>}
      {names.length > 0 && (
        <ul className={styles.names}>
          {names.slice(0, LISTED).map((name, at) => {
            // The position is the key, because names may repeat.
            const key = `${at}`;
            return (
              <li key={key} className="ell">
                {name}
              </li>
            );
          })}
          {names.length > LISTED && (
            <li className="t3">{t('confirm.moreNames', { count: names.length - LISTED })}</li>
          )}
        </ul>
      )}
    </Modal>
  );
}
