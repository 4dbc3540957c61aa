import { Radio } from 'antd';
import { type ReactNode, useId } from 'react';

type Option<V extends string> = { value: V; label: ReactNode; disabled?: boolean };
type Props<V extends string> = {
  title: string;
  value: V;
  options: Option<V>[];
  disabled: boolean;
  onChange: (value: V) => void;
};

/** A titled group of options in the export dialog. */
export function ExportChoice<V extends string>({ title, onChange, ...group }: Props<V>) {
  const id = useId();
  return (
    <div>
      <div style={{ fontWeight: 500, fontSize: 13, marginBottom: 4 }} id={id}>
        {title}
      </div>
      <Radio.Group {...group} aria-labelledby={id} onChange={(event) => onChange(event.target.value as V)} />
    </div>
  );
}
