import { Input } from 'antd';
import type { OTPRef } from 'antd/es/input/OTP';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OTP_LENGTH } from './identity.ts';

type Props = {
  ref: Ref<Pick<OTPRef, 'focus'>>;
  value: string;
  onChange: (code: string) => void;
  onEnter: () => void;
  isInvalid: boolean;
  /** Id of the element that labels the boxes, and of the one that describes the error. */
  labelledBy: string;
  describedBy: string;
};

/**
 * Input for a code, with a box for each digit. The library passes no attributes to its boxes, so they are set
 * on the elements.
 */
export function CodeBoxes(props: Props) {
  const { t } = useTranslation('common');
  const group = useRef<OTPRef>(null);
  const { isInvalid, describedBy } = props;
  useImperativeHandle(props.ref, () => ({ focus: () => group.current?.focus() }), []);
  useEffect(() => {
    const boxes = group.current?.nativeElement.querySelectorAll('input') ?? [];
    for (const [index, box] of [...boxes].entries()) {
      box.setAttribute('aria-label', t('identity.digit', { number: index + 1, total: OTP_LENGTH }));
      box.setAttribute('aria-invalid', String(isInvalid));
      box.setAttribute('aria-describedby', describedBy);
    }
  }, [t, isInvalid, describedBy]);
  return (
    <Input.OTP
      ref={group}
      aria-labelledby={props.labelledBy}
      length={OTP_LENGTH}
      size="large"
      autoFocus
      autoComplete="one-time-code"
      inputMode="numeric"
      value={props.value}
      status={isInvalid ? 'error' : ''}
      onInput={(digits) => props.onChange(digits.join(''))}
      onKeyUp={(event) => event.key === 'Enter' && props.onEnter()}
    />
  );
}
