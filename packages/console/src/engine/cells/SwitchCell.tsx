import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const { http, notify } = usePlatform();
  // What was pressed holds until the server tells another value.
  const [asked, setAsked] = useState<{ was: boolean; next: boolean }>();
  const change = async (next: boolean) => {
    setAsked({ was: isOn, next });
    try {
      await http.patch(url, body(next), { whatFailed: t('switch.failed', { name: label }) });
      notify.success(t('switch.saved', { name: label }));
      onChanged?.(next);
    } catch {
      // Told by the request layer.
      setAsked(undefined);
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
