import { Switch } from 'antd';
import { useState } from 'react';
import { usePatch } from '../resource/usePatch.ts';

type Props = {
  /** Accessible name. */
  label: string;
  isOn: boolean;
  url: string;
  /** Body of the request. */
  body: (isOn: boolean) => Record<string, unknown>;
  disabled?: boolean;
  onChanged?: (isOn: boolean) => void;
};

/** A switch that changes a row at once; it reverts when the server refuses. */
export function SwitchCell({ label, isOn, url, body, disabled, onChanged }: Props) {
  const patch = usePatch();
  // The new state is shown until the server sends another value.
  const [pending, setAsked] = useState<{ was: boolean; next: boolean }>();
  // Another value has arrived, such as the former one after an undo.
  if (pending && pending.was !== isOn) setAsked(undefined);
  const change = async (next: boolean) => {
    setAsked({ was: isOn, next });
    try {
      await patch(url, body(next), label);
      onChanged?.(next);
    } catch {
      setAsked(undefined);
    }
  };
  return (
    <Switch
      size="small"
      aria-label={label}
      checked={pending ? pending.next : isOn}
      disabled={disabled}
      onChange={(next) => void change(next)}
    />
  );
}
