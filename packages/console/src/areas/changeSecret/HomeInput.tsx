import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import { Input } from 'antd';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';

const METHOD = 'change_secret_posix';

/** Where the keys of the accounts are: the one parameter of methods that has an effect; others stay as they are. */
export function HomeInput(props: InputProps<MethodParams>) {
  const { value = {}, onChange, disabled } = props;
  const { home = '', ...others } = value[METHOD] ?? {};
  const change = (next: string) =>
    onChange?.({ ...value, [METHOD]: next === '' ? others : { ...others, home: next } });
  return (
    <Input
      {...ariaOf(props)}
      disabled={disabled}
      value={String(home)}
      onChange={(event) => change(event.target.value.trim())}
    />
  );
}
