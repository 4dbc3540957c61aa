import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import { Form } from 'antd';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import type { Values } from '../../engine/form/FormItem.ts';
import { FormItemView } from '../../engine/form/FormItemView.tsx';
import { useMetadata } from '../../platform/Platform.tsx';
import { Dash } from '../../theme/text/Dash.tsx';

/** Collection whose metadata describes the parameters of automation methods. */
export const METHODS_URL = '/api/v1/assets/platform-automation-methods/' satisfies CallPath;

type Props = InputProps & { method?: string };

/** Parameters of the method by which a platform pushes accounts. */
export function PushParamsInput({ method, name }: Props) {
  const form = Form.useFormInstance();
  const { data } = useMetadata(METHODS_URL);
  const fields = method ? data?.actions?.GET?.[method]?.children : undefined;
  const values: Values = Form.useWatch([name, method ?? ''], form) ?? {};
  if (!method || !fields) return <Dash />;
  return (
    <>
      {Object.entries(fields).map(([id, meta]) => (
        <FormItemView key={id} item={{ id, meta }} values={values} parent={[name, method]} />
      ))}
    </>
  );
}
