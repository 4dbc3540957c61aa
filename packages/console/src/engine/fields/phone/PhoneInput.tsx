import { Input, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/useSession.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

/** Offered where the installation names no codes. */
const CHINA = { name: 'China', value: '+86' };

type Phone = { code: string; phone: string };

const phoneOf = (value: unknown): Phone => {
  const { code, phone } = (value && typeof value === 'object' ? value : {}) as Partial<
    Record<keyof Phone, unknown>
  >;
  return {
    code: String(code ?? ''),
    phone: phone === undefined || phone === null ? '' : String(phone),
  };
};

/** Country code and number. */
export function PhoneInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const { settings } = useSession();
  const { code, phone } = phoneOf(props.value);
  const codes = settings.COUNTRY_CALLING_CODES ?? [CHINA];
  const emit = (next: Phone) => props.onChange?.(next.phone.trim() === '' ? null : next);
  return (
    <Space.Compact block>
      <Select
        aria-label={t('form.countryCode')}
        style={{ width: 110 }}
        disabled={props.disabled}
        showSearch={{ optionFilterProp: 'search' }}
        popupMatchSelectWidth={240}
        // Nothing is chosen for the user: a wrong code is harder to notice than a missing one.
        value={code || undefined}
        placeholder={t('form.code')}
        onChange={(next) => props.onChange?.({ code: next, phone })}
        optionLabelProp="value"
        options={codes.map(({ name, value }) => ({
          value,
          label: `${name} ${value}`,
          search: `${name} ${value}`,
        }))}
      />
      <Input
        {...ariaOf(props)}
        className="mono"
        inputMode="tel"
        autoComplete="tel-national"
        value={phone}
        onChange={(event) => emit({ code, phone: event.target.value })}
      />
    </Space.Compact>
  );
}
