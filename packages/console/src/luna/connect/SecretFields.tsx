import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../../replay/dark/controls.module.css';
import { type Choice, needsOf } from './connectRules.ts';
import type { PermedAccount } from './permedAsset.ts';

type Props = { account: PermedAccount; choice: Choice; onChange: (part: Partial<Choice>) => void };

/**
 * Username and password, for accounts that have none stored. The password is sent encrypted, and not
 * remembered.
 */
export function SecretFields({ account, choice, onChange }: Props) {
  const { t } = useTranslation('luna');
  const id = useId();
  const needs = needsOf(account);
  return (
    <>
      {needs.username && (
        <div className={controls.field}>
          <label htmlFor={`${id}u`}>
            {t('connect.username')}{' '}
            <span aria-hidden="true" className="k-bad">
              *
            </span>
          </label>
          <input
            id={`${id}u`}
            className={controls.input}
            value={choice.username}
            required
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-focus={choice.username === '' || undefined}
            onChange={(event) => onChange({ username: event.target.value })}
          />
        </div>
      )}
      {needs.secret && (
        <div className={controls.field}>
          <label htmlFor={`${id}s`}>{t('connect.secret')}</label>
          <input
            id={`${id}s`}
            type="password"
            className={controls.input}
            value={choice.secret}
            autoComplete="off"
            aria-describedby={`${id}h`}
            data-focus={!needs.username || choice.username !== '' || undefined}
            onChange={(event) => onChange({ secret: event.target.value })}
          />
          <div id={`${id}h`} className={controls.help}>
            {t('connect.secretHelp')}
          </div>
        </div>
      )}
    </>
  );
}
