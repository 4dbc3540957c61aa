import type { PasswordRule } from '@gatehouse/contract/settings/publicSettings.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { useWords } from '../../i18n/useWords.ts';
import styles from './PasswordChecks.module.css';
import { passwordDemands } from './rules.ts';

type Props = {
  value: unknown;
  isAdmin: boolean;
  /** Rules in place of those in force. */
  rule?: PasswordRule;
};

/** The password rules of the security settings, each marked as met or not while the user types. */
export function PasswordChecks({ value, isAdmin, rule }: Props) {
  const t = useWords();
  const { settings } = useSession();
  const typed = typeof value === 'string' ? value : '';
  if (typed === '') return null;
  return (
    <ul className={styles.checks}>
      {passwordDemands(typed, rule ?? settings.PASSWORD_RULE ?? {}, isAdmin, t).map(({ text, isMet }) => (
        <li key={text} data-met={isMet}>
          <StatusText kind={isMet ? 'ok' : 'off'} glyph={isMet ? 'done' : 'off'} plain>
            {text}
          </StatusText>
        </li>
      ))}
    </ul>
  );
}
