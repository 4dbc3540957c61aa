import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef, Segmented } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/Modal.tsx';
import { bodyText, errorText } from '../http/errorText.ts';
import { HttpError } from '../http/HttpError.ts';
import { usePlatform } from '../Platform.tsx';
import { useSession } from '../session/useSession.ts';
import { CodeBoxes } from './CodeBoxes.tsx';
import styles from './IdentityForm.module.css';
import { firstUsable, type IdentityChallenge, proofProblem, sendProof, sendSmsCode } from './identity.ts';

const PASSWORD_TTL_S = 300;
const DEFAULT_MFA_TTL_S = 3600;
const SMS_PAUSE_S = 60;

/** Method, value, confirm. */
export function IdentityForm(props: {
  challenge: IdentityChallenge;
  onAnswer: (reached: string | undefined) => void;
}) {
  const { challenge, onAnswer } = props;
  const platform = usePlatform();
  const { t } = useTranslation('common');
  const { settings } = useSession();
  const inputId = useId();
  const input = useRef<InputRef>(null);
  const boxes = useRef<{ focus: () => void }>(null);
  const focus = () => (boxes.current ?? input.current)?.focus();
  const [method, setMethod] = useState(firstUsable(challenge.content)?.name ?? '');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const current = challenge.content.find((one) => one.name === method);
  const isPassword = challenge.confirm_type === 'password';
  const ttl = isPassword ? PASSWORD_TTL_S : (settings.SECURITY_MFA_VERIFY_TTL ?? DEFAULT_MFA_TTL_S);

  const change = (next: string) => {
    setValue(next);
    setProblem(undefined);
  };

  const submit = async () => {
    const found = proofProblem(method, value);
    if (found) return setProblem(t(`identity.${found}`));
    setIsBusy(true);
    try {
      await sendProof(platform, {
        confirm_type: challenge.confirm_type,
        mfa_type: method,
        secret_key: isPassword ? value : value.trim(),
      });
      onAnswer(challenge.confirm_type);
    } catch (error) {
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      setProblem(said ?? errorText(error, t));
      // A code is worth nothing the second time; a password may have a typing error.
      if (!isPassword) setValue('');
      setIsBusy(false);
      focus();
    }
  };

  return (
    <Modal
      open
      width={600}
      style={{ top: '15vh' }}
      mask={{ closable: false }}
      confirmLoading={isBusy}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      onOk={() => void submit()}
      onCancel={() => onAnswer(undefined)}
      // Who types while it still opens is not taken back to the first box.
      afterOpenChange={(isOpen) => isOpen && value === '' && focus()}
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
        {t('identity.body')} {t('identity.validFor', { count: Math.max(1, Math.round(ttl / 60)) })}
      </p>
      {challenge.content.length > 1 && (
        <Segmented
          block
          aria-label={t('identity.method')}
          className={styles.method}
          value={method}
          onChange={(next) => {
            setMethod(next);
            setValue('');
            setProblem(undefined);
          }}
          options={challenge.content.map((one) => ({
            value: one.name,
            label: one.display_name,
            disabled: one.disabled,
          }))}
        />
      )}
      <label id={`${inputId}-label`} className={styles.label} htmlFor={inputId}>
        {isPassword ? t('identity.password') : (current?.display_name ?? t('identity.code'))}
      </label>
      <div className="row">
        {method === 'otp' ? (
          <CodeBoxes
            ref={boxes}
            labelledBy={`${inputId}-label`}
            describedBy={`${inputId}-problem`}
            value={value}
            isInvalid={problem !== undefined}
            onChange={change}
            onEnter={() => void submit()}
          />
        ) : (
          <Input
            id={inputId}
            ref={input}
            type={isPassword ? 'password' : 'text'}
            autoComplete={isPassword ? 'current-password' : 'one-time-code'}
            placeholder={current?.placeholder}
            value={value}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== undefined}
            aria-describedby={`${inputId}-problem`}
            onChange={(event) => change(event.target.value)}
            onPressEnter={() => void submit()}
          />
        )}
        {method === 'sms' && <SmsButton onProblem={setProblem} />}
      </div>
      <div id={`${inputId}-problem`} role="alert" className={styles.problem}>
        {problem}
      </div>
    </Modal>
  );
}

/** Sends a code, then waits a minute. */
function SmsButton({ onProblem }: { onProblem: (text: string) => void }) {
  const { http, notify } = usePlatform();
  const { t } = useTranslation('common');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const send = async () => {
    setSeconds(SMS_PAUSE_S);
    try {
      await sendSmsCode(http);
      notify.success(t('identity.codeSent'));
    } catch (error) {
      setSeconds(0);
      onProblem((error instanceof HttpError ? bodyText(error.body) : undefined) ?? errorText(error, t));
    }
  };
  return (
    <Button disabled={seconds > 0} onClick={() => void send()}>
      {seconds > 0 ? t('identity.sendAgain', { seconds }) : t('identity.sendCode')}
    </Button>
  );
}
