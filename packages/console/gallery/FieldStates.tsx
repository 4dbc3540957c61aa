import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import { Form } from 'antd';
import { useEffect, useId } from 'react';
import { formOf } from '../src/engine/fields/convert.ts';
import { fieldUiOf } from '../src/engine/fields/registry.ts';
import type { Values } from '../src/engine/form/FormItem.ts';
import { FormItemView } from '../src/engine/form/FormItemView.tsx';
import { FormScopeProvider } from '../src/engine/form/FormScope.tsx';
import { metaOfKind, sampleOf } from './samples.ts';

/** States an input is shown in. */
export const states = ['empty', 'filled', 'error', 'read-only'] as const;
type State = (typeof states)[number];

const valuesOf = (kind: FieldKind, state: State): Values =>
  state === 'empty' ? {} : formOf({ [kind]: sampleOf(kind).value }, { [kind]: metaOfKind(kind) });

function InputInState({ kind, state }: { kind: FieldKind; state: State }) {
  const [form] = Form.useForm();
  const name = useId();
  const start = valuesOf(kind, state);
  const values = (Form.useWatch((all: Values) => all, form) as Values | undefined) ?? start;
  const meta = metaOfKind(kind);
  useEffect(() => {
    if (state === 'error') form.setFields([{ name: kind, errors: ['Something is wrong with it'] }]);
  }, [form, kind, state]);
  return (
    <FormScopeProvider
      value={{ mode: state === 'read-only' ? 'view' : 'create', row: undefined, url: '/gallery/' }}
    >
      <Form name={name} form={form} layout="vertical" initialValues={start} disabled={state === 'read-only'}>
        <FormItemView item={{ id: kind, meta: { ...meta, read_only: false } }} values={values} />
      </Form>
    </FormScopeProvider>
  );
}

function CellInState({ kind, value }: { kind: FieldKind; value: unknown }) {
  const meta = metaOfKind(kind);
  const { Cell } = fieldUiOf(meta);
  return <Cell value={value} row={{ id: 'r1', [kind]: value }} name={kind} meta={meta} />;
}

/** One kind of field: its input in every state, its cell empty and filled. */
export function FieldStates({ kind }: { kind: FieldKind }) {
  return (
    <tr>
      <th scope="row" className="mono">
        {kind}
      </th>
      {states.map((state) => (
        <td key={state}>
          <InputInState kind={kind} state={state} />
        </td>
      ))}
      <td>
        <CellInState kind={kind} value={null} />
      </td>
      <td>
        <CellInState kind={kind} value={sampleOf(kind).value} />
      </td>
    </tr>
  );
}
