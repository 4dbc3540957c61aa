import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyText, errorText } from '../http/errorText.ts';
import { HttpError } from '../http/HttpError.ts';
import { usePlatform } from '../Platform.tsx';
import { CodeBoxes } from './CodeBoxes.tsx';
import styles from './IdentityForm.module.css';
import { type IdentityChallenge, sendSmsCode } from './identity.ts';
import type { Proof } from './useProof.ts';

const SMS_PAUSE_S = 60;

type Props = { proof: Proof; method: IdentityChallenge['content'][number] | undefined };

/** Input for a method's password or code, with its error. */
export function ProofInput({ proof, method }: Props) {
  const { t } = useTranslation('common');
  const id = useId();
  const { value, problem, isPassword } = proof;
  return (
    <>
      <label id={`${id}-label`} className={styles.label} htmlFor={id}>
        {isPassword ? t('identity.password') : (method?.display_name ?? t('identity.code'))}
      </label>
      <div className="row">
        {proof.method === 'otp' ? (
          <CodeBoxes
            ref={proof.boxes}
            labelledBy={`${id}-label`}
            describedBy={`${id}-problem`}
            value={value}
            isInvalid={problem !== undefined}
            onChange={proof.change}
            onEnter={() => void proof.submit()}
          />
        ) : (
          <Input
            id={id}
            ref={proof.input}
            data-focus
            type={isPassword ? 'password' : 'text'}
            autoComplete={isPassword ? 'current-password' : 'one-time-code'}
            placeholder={method?.placeholder}
            value={value}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => proof.change(event.target.value)}
            onPressEnter={() => void proof.submit()}
          />
        )}
        {proof.method === 'sms' && <SmsButton onProblem={proof.setProblem} />}
      </div>
      <div id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </div>
    </>
  );
}

/** Sends a code by SMS; the next can be sent after a minute, or at once if sending has failed. */
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
