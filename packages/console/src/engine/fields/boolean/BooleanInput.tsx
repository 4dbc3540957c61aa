import { Switch } from 'antd';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

/** Yes or no as a switch. */
export const BooleanInput = (props: InputProps) => {
  const { placeholder: _, ...aria } = ariaOf(props);
  return <Switch {...aria} checked={Boolean(props.value)} onChange={(next) => props.onChange?.(next)} />;
};
