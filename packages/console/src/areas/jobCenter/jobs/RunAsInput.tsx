import { Form } from 'antd';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { idsOf } from '../../../engine/select/idsOf.ts';
import { RunAsBox } from '../RunAsBox.tsx';

/** The accounts of a job; usernames of its assets are suggested. */
export function RunAsInput(props: InputProps<string>) {
  const form = Form.useFormInstance();
  const assets = idsOf(Form.useWatch('assets', form) as unknown).map(String);
  return (
    <RunAsBox
      {...ariaOf(props)}
      className="mono"
      disabled={props.disabled ?? false}
      targets={{ assets, nodes: [] }}
      value={props.value ?? ''}
      onChange={(next) => props.onChange?.(next)}
      onBlur={() => props.onBlur?.()}
    />
  );
}
