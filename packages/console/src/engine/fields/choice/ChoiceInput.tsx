import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Radio, Select } from 'antd';
import { useState } from 'react';
import { dropdownHeight } from '../../select/dropdownHeight.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

/** Maximum number of choices shown as radio buttons; more are shown in a select. */
const MOST_RADIOS = 4;

const optionsOf = (meta: FieldMeta) =>
  (meta.choices ?? []).map(({ value, label }) => ({ value: value as string | number, label }));

/**
 * A single choice: radio buttons if there are few choices and one must be made, else a select; the only choice
 * is a text if it is made already.
 */
export const ChoiceInput = (props: InputProps) => {
  const { meta, value, onChange } = props;
  const options = optionsOf(meta);
  const { placeholder, onBlur, ...aria } = ariaOf(props);
  const only = options.length === 1 && !meta.nullable ? options[0] : undefined;
  // Stays once the user has pressed it: an element with the focus must not disappear.
  const [wasMade] = useState(only?.value === value);
  if (only && wasMade && only.value === value) return <span id={aria.id}>{only.label}</span>;
  if (options.length <= MOST_RADIOS && !meta.nullable) {
    return (
      <Radio.Group
        {...aria}
        options={options}
        value={value as string}
        onChange={(event) => onChange?.(event.target.value)}
      />
    );
  }
  return (
    <Select
      {...aria}
      onBlur={onBlur}
      placeholder={placeholder}
      listHeight={dropdownHeight()}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={Boolean(meta.nullable) || !meta.required}
      options={options}
      value={(value ?? undefined) as string | number | undefined}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
};
