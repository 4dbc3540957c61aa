import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import { Input } from 'antd';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';

const METHOD = 'change_secret_by_ssh';

/** The commands by which devices change a password, one in a line; without any, those of the platform stay in force. */
export function CommandsInput(props: InputProps<MethodParams>) {
  const { value = {}, onChange, disabled } = props;
  const { [METHOD]: own = {}, ...others } = value;
  const { commands = [] } = own;
  const change = (text: string) =>
    onChange?.(text.trim() === '' ? others : { ...others, [METHOD]: { commands: text.split('\n') } });
  return (
    <Input.TextArea
      {...ariaOf(props)}
      autoSize={{ minRows: 2, maxRows: 12 }}
      disabled={disabled}
      value={[commands].flat().join('\n')}
      onChange={(event) => change(event.target.value)}
    />
  );
}
