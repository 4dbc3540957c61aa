import { AutoComplete } from 'antd';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';

/** Known models are offered; others may be typed. */
export function ModelInput(props: InputProps) {
  const { meta, value, onChange } = props;
  return (
    <AutoComplete
      {...ariaOf(props)}
      options={(meta.choices ?? []).map((choice) => ({ value: String(choice.value) }))}
      value={String(value ?? '')}
      onChange={(next) => onChange?.(next)}
    />
  );
}
