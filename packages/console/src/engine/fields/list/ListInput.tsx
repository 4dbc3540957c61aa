import { Select } from 'antd';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { asList } from './ui.tsx';

type ListInputProps = InputProps & {
  /** What the tags of some strings say instead. */
  names?: Readonly<Record<string, string>>;
};

/** Short strings as tags. */
export const ListInput = ({ names = {}, ...props }: ListInputProps) => (
  <Select
    {...ariaOf(props)}
    mode="tags"
    open={false}
    options={Object.entries(names).map(([value, label]) => ({ value, label }))}
    suffixIcon={null}
    maxTagCount={10}
    tokenSeparators={[',', ';', '\n']}
    value={asList(props.value).map(String)}
    onChange={(next) => props.onChange?.([...new Set(next.map((item) => item.trim()).filter(Boolean))])}
  />
);
