import { InputNumber, type InputNumberProps } from 'antd';
import { type ComponentRef, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The console's number field. The library labels its two buttons in English in every language and has no option for
 * other labels.
 */
export function NumberInput<V extends string | number = number>(props: InputNumberProps<V>) {
  const { t } = useTranslation('common');
  const field = useRef<ComponentRef<typeof InputNumber>>(null);
  const [more, less] = [t('action.increase'), t('action.decrease')];
  useLayoutEffect(() => {
    const box = field.current?.nativeElement;
    for (const [button, name] of [
      ['up', more],
      ['down', less],
    ])
      box?.querySelector(`.ant-input-number-action-${button}`)?.setAttribute('aria-label', String(name));
  }, [more, less]);
  return <InputNumber<V> {...props} ref={field} />;
}
