import { Checkbox, Select } from 'antd';
import { dropdownHeight } from '../../select/dropdownHeight.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

const MOST_BOXES = 8;

/** Multiple choices: a few as checkboxes, more as a select. */
export const ChoicesInput = (props: InputProps) => {
  const options = (props.meta.choices ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  // In ARIA a group cannot be required; its label says it.
  const { placeholder, onBlur, 'aria-required': isRequired, ...aria } = ariaOf(props);
  return options.length <= MOST_BOXES ? (
    <Checkbox.Group {...aria} options={options} value={value} onChange={(next) => props.onChange?.(next)} />
  ) : (
    <Select
      {...aria}
      aria-required={isRequired}
      onBlur={onBlur}
      placeholder={placeholder}
      listHeight={dropdownHeight()}
      mode="multiple"
      maxTagCount={10}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      value={value}
      onChange={(next) => props.onChange?.(next)}
    />
  );
};
