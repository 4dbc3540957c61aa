import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mono } from '../../../theme/text/Mono.tsx';
import { useFormScope } from '../../form/FormScope.tsx';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

/** A secret: an input when creating a row, otherwise six asterisks until the user changes it. */
export function SecretInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const { mode } = useFormScope();
  const [isChanging, setChanging] = useState(false);
  if (mode !== 'create' && !isChanging) {
    return (
      <span className="row" style={{ minHeight: 32 }}>
        <Mono>******</Mono>
        <Button
          size="small"
          id={props.id}
          disabled={props.disabled}
          aria-label={t('form.changeSecret', { field: props.meta.label })}
          onClick={() => setChanging(true)}
        >
          {t('form.change')}
        </Button>
      </span>
    );
  }
  return (
    <Input.Password
      {...ariaOf(props)}
      autoComplete="new-password"
      autoFocus={isChanging}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange?.(event.target.value)}
    />
  );
}
