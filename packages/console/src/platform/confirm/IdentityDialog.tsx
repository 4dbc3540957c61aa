import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyText } from '../http/errorText.ts';
import { HttpError } from '../http/HttpError.ts';
import { usePlatform } from '../Platform.tsx';
import { IdentityForm } from './IdentityForm.tsx';
import {
  fetchChallenge,
  fetchValidSeconds,
  firstUsable,
  type IdentityChallenge,
  isMfaFirst,
  sendProof,
} from './identity.ts';
import { MfaFirstDialog } from './MfaFirstDialog.tsx';
import { ReloginDialog } from './ReloginDialog.tsx';

/** Asks the user to confirm their identity before a protected request is repeated. */
export function IdentityDialog(props: {
  level: string;
  /** What the confirmation is for, as a sentence. */
  purpose?: string | undefined;
  /** Called with the confirmed level, or undefined if the user cancels or cannot confirm. */
  onAnswer: (reached: string | undefined) => void;
}) {
  const { level, onAnswer } = props;
  const platform = usePlatform();
  const { http, notify } = platform;
  const { t } = useTranslation('common');
  const [challenge, setChallenge] = useState<IdentityChallenge & { validSeconds: number }>();
  const [isTooLate, setIsTooLate] = useState(false);
  const [mfaFirst, setMfaFirst] = useState<string>();

  const proveByRecentLogin = async () => {
    try {
      await sendProof(platform, { confirm_type: 'relogin', mfa_type: '', secret_key: 'x' });
      onAnswer('relogin');
    } catch (error) {
      // Only a 400 means that the sign-in is too long ago; other errors do not.
      if (!(error instanceof HttpError && error.status === 400)) throw error;
      setIsTooLate(true);
    }
  };

  const begin = useEffectEvent(async () => {
    try {
      const [found, validSeconds] = await Promise.all([
        fetchChallenge(http, level),
        fetchValidSeconds(platform, level),
      ]);
      if (found.confirm_type === 'relogin') return await proveByRecentLogin();
      if (!firstUsable(found.content)) throw new Error(t('identity.unavailable'));
      setChallenge({ ...found, validSeconds });
    } catch (error) {
      const said = error instanceof HttpError ? bodyText(error.body) : undefined;
      if (said && isMfaFirst(error)) return setMfaFirst(said);
      notify.error(
        said ?? (error instanceof HttpError ? t('identity.lookupFailed') : t('identity.unavailable')),
      );
      onAnswer(undefined);
    }
  });
  useEffect(() => {
    void begin();
  }, []);

  if (isTooLate) return <ReloginDialog onCancel={() => onAnswer(undefined)} />;
  if (mfaFirst) return <MfaFirstDialog text={mfaFirst} onCancel={() => onAnswer(undefined)} />;
  if (!challenge) return null;
  return (
    <IdentityForm
      purpose={props.purpose}
      challenge={challenge}
      validSeconds={challenge.validSeconds}
      onAnswer={onAnswer}
    />
  );
}
