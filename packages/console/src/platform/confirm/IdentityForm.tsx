import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './IdentityForm.module.css';
import type { IdentityChallenge } from './identity.ts';
import { ProofInput } from './ProofInput.tsx';
import { QuestionFrame } from './QuestionFrame.tsx';
import { useProof } from './useProof.ts';

/** How long a confirmation is valid, rounded down: it never lasts less than it says. */
const validFor = (seconds: number): [key: string, count: number] =>
  seconds < 60 ? ['identity.validForSeconds', seconds] : ['identity.validFor', Math.floor(seconds / 60)];

/** Asks for the method, and for the password or code that confirms the identity. */
export function IdentityForm(props: {
  challenge: IdentityChallenge;
  validSeconds: number;
  purpose?: string | undefined;
  onAnswer: (reached: string | undefined) => void;
}) {
  const { challenge, onAnswer } = props;
  const { t } = useTranslation('common');
  const proof = useProof(challenge, onAnswer);
  const [key, count] = validFor(props.validSeconds);
  return (
    <QuestionFrame
      mask={{ closable: false }}
      confirmLoading={proof.isBusy}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      onOk={() => void proof.submit()}
      onCancel={() => onAnswer(undefined)}
      title={
        <span className={styles.title}>
          <span className={styles.seal}>
            <SafetyCertificateOutlined aria-hidden />
          </span>
          {t('identity.title')}
        </span>
      }
    >
      <p className={styles.text}>
        {props.purpose ?? t('identity.body')} {t(key, { count })}
      </p>
      {challenge.content.length > 1 && (
        <Segmented
          block
          aria-label={t('identity.method')}
          className={styles.method}
          value={proof.method}
          onChange={proof.choose}
          options={challenge.content.map((method) => ({
            value: method.name,
            label: method.display_name,
            disabled: method.disabled,
          }))}
        />
      )}
      <ProofInput proof={proof} method={challenge.content.find((method) => method.name === proof.method)} />
    </QuestionFrame>
  );
}
