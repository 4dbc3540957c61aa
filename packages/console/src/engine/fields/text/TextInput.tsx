import { Input } from 'antd';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { factNames } from './ui.tsx';

const isLong = ({ meta, name }: InputProps): boolean =>
  meta.type === 'string' &&
  !meta.write_only &&
  (meta.multiline === true || name === 'comment' || meta.max_length === undefined);

/** Single-line, multiline or password text. */
export function TextInput(props: InputProps) {
  const { value, onChange, meta, name } = props;
  const shared = {
    ...ariaOf(props),
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
    className: factNames.has(name) ? 'mono' : undefined,
  };
  if ((meta.write_only && meta.max_length !== undefined) || name === 'password') {
    return <Input.Password {...shared} autoComplete="new-password" />;
  }
  if (isLong(props) || meta.write_only)
    return <Input.TextArea {...shared} autoSize={{ minRows: 3, maxRows: 12 }} />;
  return <Input {...shared} type={meta.type === 'email' || name === 'email' ? 'email' : 'text'} />;
}
