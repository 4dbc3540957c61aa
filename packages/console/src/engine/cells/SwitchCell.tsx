import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { usePlatform } from '../../platform/Platform.tsx';

type Props = {
  /** Accessible name. */
  label: string;
  isOn: boolean;
  url: string;
  /** Body of the change. */
  body: (isOn: boolean) => Record<string, unknown>;
  disabled?: boolean;
  onChanged?: (isOn: boolean) => void;
};

/** A switch that changes a row at once; it goes back when the server refuses. */
export function SwitchCell({ label, isOn, url, body, disabled, onChanged }: Props) {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const { http, notify } = usePlatform();
  // What was pressed holds until the server tells another value.
  const [asked, setAsked] = useState<{ was: boolean; next: boolean }>();
  const change = async (next: boolean) => {
    setAsked({ was: isOn, next });
    try {
      await http.patch(url, body(next), { disableFlashErrorMsg: true });
      notify.success(t('switch.saved', { name: label }));
      onChanged?.(next);
    } catch (error) {
      setAsked(undefined);
      notify.error(t('switch.failed', { name: label }), { detail: errorText(error, common) });
    }
  };
  return (
    <Switch
      size="small"
      aria-label={label}
      checked={asked?.was === isOn ? asked.next : isOn}
      disabled={disabled}
      onChange={(next) => void change(next)}
    />
  );
}
