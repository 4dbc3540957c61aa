import { Select } from 'antd';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { useCategories } from '../../platform/session/useCategories.ts';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';

/** Types of assets, below their categories; a category stands for none of its own. */
export function TypesInput(props: InputProps<string[]>) {
  const { data = [], isLoading } = useCategories();
  return (
    <Select
      {...ariaOf(props)}
      mode="multiple"
      style={{ width: '100%' }}
      loading={isLoading}
      disabled={props.disabled ?? false}
      optionFilterProp="label"
      value={props.value ?? []}
      onChange={(types: string[]) => props.onChange?.(types)}
      options={data
        .filter(({ types }) => types.length > 0)
        .map(({ value, label, types }) => ({
          value,
          label,
          options: types.map((type) => ({ value: type.value, label: type.label })),
        }))}
    />
  );
}

/** Types of assets by their names. */
export function TypesCell({ value = [] }: { value?: readonly string[] | undefined }) {
  const { data = [] } = useCategories();
  const labels = new Map(data.flatMap(({ types }) => types.map((type) => [type.value, type.label])));
  return value.length > 0 ? (
    <OverflowText>{joined(value.map((type) => labels.get(type) ?? type))}</OverflowText>
  ) : (
    <Dash />
  );
}
