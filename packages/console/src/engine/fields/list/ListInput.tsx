import { Select } from 'antd';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { asList } from './ui.tsx';

/** Short strings as tags. */
export const ListInput = (props: InputProps) => (
  <Select
    {...ariaOf(props)}
    mode="tags"
    open={false}
    suffixIcon={null}
    maxTagCount={10}
    tokenSeparators={[',', ';', '\n']}
    value={asList(props.value).map(String)}
    onChange={(next) => props.onChange?.([...new Set(next.map((item) => item.trim()).filter(Boolean))])}
  />
);
