import type { InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyText, errorText } from '../http/errorText.ts';
import { HttpError } from '../http/HttpError.ts';
import { usePlatform } from '../Platform.tsx';
import { firstUsable, type IdentityChallenge, proofProblem, sendProof } from './identity.ts';

/** Logic of confirming an identity: the method, the entered text, its error, and sending it. */
export const useProof = (challenge: IdentityChallenge, onProven: (reached: string) => void) => {
  const platform = usePlatform();
  const { t } = useTranslation('common');
  const input = useRef<InputRef>(null);
  const boxes = useRef<{ focus: () => void }>(null);
  const focus = () => (boxes.current ?? input.current)?.focus();
  const [method, setMethod] = useState(firstUsable(challenge.content)?.name ?? '');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isPassword = challenge.confirm_type === 'password';
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
      onProven(challenge.confirm_type);
    } catch (error) {
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      setProblem(said ?? errorText(error, t));
      // A code cannot be used twice; in a password, the user may only have to correct a typo.
      if (!isPassword) setValue('');
      setIsBusy(false);
      focus();
    }
  };
  return {
    input,
    boxes,
    method,
    value,
    problem,
    isBusy,
    isPassword,
    change,
    setProblem,
    submit,
    choose: (next: string) => {
      setMethod(next);
      change('');
    },
  };
};

/** A confirmation in progress. */
export type Proof = ReturnType<typeof useProof>;
