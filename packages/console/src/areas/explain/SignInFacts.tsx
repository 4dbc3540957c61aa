import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { TimeText } from '../../theme/text/TimeText.tsx';
import type { Explanation, Step } from './explanation.ts';

type Props = { of: Explanation; isRefused: boolean };

/** An expiry date farther away than this is not worth a line. */
const NEAR_MS = 366 * 86_400_000;

/** Which limit is reached. */
function Limits({ of }: Props) {
  const { t } = useTranslation('explain');
  const { limit } = of.sign_in;
  if (!limit) return <p className="t2">{t('silent.limits')}</p>;
  return <p>{t(`limit.${limit.name}`, limit)}</p>;
}

/** What failed attempts mean for the user, and whether the password is to be changed. */
function Proof({ of, isRefused }: Props) {
  const { t } = useTranslation('explain');
  const { lock, password } = of.sign_in;
  const isAddressKnown = of.steps.some(({ step }) => step === 'address');
  const place = lock === 'elsewhere' && !isAddressKnown ? 'somewhere' : lock;
  return (
    <>
      {!isRefused && <p className={lock === 'none' ? 't2' : undefined}>{t(`lock.${place}`)}</p>}
      {password && <p>{t(`password.${password}`)}</p>}
    </>
  );
}

/** That the user is active, and until when. */
function User({ of, isRefused }: Props) {
  const { t } = useTranslation('explain');
  const { date_expired: end } = of.user;
  const left = end ? Date.parse(end) - Date.parse(of.date) : Number.POSITIVE_INFINITY;
  const isTold = left <= 0 || (!isRefused && left < NEAR_MS);
  return (
    <>
      {!isRefused && <p className="t2">{t('silent.user')}</p>}
      {isTold && (
        <p className="t2">
          <Trans
            t={t}
            i18nKey={left > 0 ? 'validUntil' : 'expiredOn'}
            components={{ time: <TimeText value={end} /> }}
          />
        </p>
      )}
    </>
  );
}

/** The MFA code asked for after the password. */
function Mfa({ of }: Props) {
  const { t } = useTranslation('explain');
  const { mfa } = of.sign_in;
  return <p className={mfa ? undefined : 't2'}>{t(`mfa.${mfa ?? 'none'}`)}</p>;
}

/** Which sign-ins this one ends. */
function Sessions({ of }: Props) {
  const { t } = useTranslation('explain');
  const { others: count } = of.sign_in;
  if (count === null) return <p>{t('sessions.unknown')}</p>;
  if (count === 0) return <p className="t2">{t('sessions.none')}</p>;
  return <p>{t('sessions.some', { count })}</p>;
}

const facts: Partial<Record<Step['step'], (props: Props) => ReactNode>> = {
  limits: Limits,
  proof: Proof,
  user: User,
  mfa: Mfa,
  sessions: Sessions,
};

/** Steps that show more than that they pass. */
export const hasFacts = ({ step }: Step): boolean => step in facts;

/** What is known about a step of the sign-in besides its outcome. */
export function SignInFacts({ step, of }: { step: Step; of: Explanation }) {
  const Facts = facts[step.step];
  return Facts && <Facts of={of} isRefused={Boolean(step.reason)} />;
}
