import type { PasswordRule } from '@gatehouse/contract/settings/publicSettings.ts';
import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordChecks } from '../../../engine/form/rules/PasswordChecks.tsx';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import styles from '../settings.module.css';

/** A password to try against the rules of the form; it is sent nowhere. */
export function PasswordExample() {
  const { t } = useTranslation('settings');
  const values = useFormValues(Form.useFormInstance()) ?? {};
  const [typed, setTyped] = useState('');
  const id = useId();
  const rule = values as PasswordRule;
  return (
    <div className={styles.below}>
      <label htmlFor={id}>{t('password.try')}</label>
      <Input
        id={id}
        autoComplete="off"
        value={typed}
        placeholder={t('password.placeholder')}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordChecks value={typed} isAdmin={false} rule={rule} />
    </div>
  );
}
