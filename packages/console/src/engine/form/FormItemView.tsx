import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Form } from 'antd';
import type { Rule } from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldUi, Input, Translate } from '../fields/FieldUi.ts';
import { inputOf } from '../fields/inputs.ts';
import { fieldUiOf } from '../fields/registry.ts';
import { useWords } from '../i18n/useWords.ts';
import { RemoteFed, RemoteOptions } from '../select/RemoteOptions.tsx';
import { cx } from '../table/cx.ts';
import styles from './Form.module.css';
import { checkedItem, type FormItem, isShown, metaOf, type Values } from './FormItem.ts';
import { useFormScope } from './FormScope.tsx';
import type { Path } from './formErrors.ts';
import { NestedFields } from './NestedFields.tsx';
import { rules as shared } from './rules/rules.ts';

type Props = {
  item: FormItem;
  values: Values;
  /** Path of the enclosing item, inside the form or inside the list around it. */
  parent?: Path;
  /** Path of the list around it. */
  root?: Path;
};

const resolve = (
  flag: boolean | ((values: Values) => boolean) | undefined,
  values: Values,
): boolean | undefined => (typeof flag === 'function' ? flag(values) : flag);

const rulesOf = (item: FormItem, meta: FieldMeta, ui: FieldUi, isRequired: boolean, t: Translate): Rule[] => [
  ...(isRequired ? [shared.required(t, item.id, Boolean(ui.typed))] : []),
  ...(ui.rules?.(meta, t) ?? []),
  ...(item.rules ?? []),
];

const componentOf = (item: FormItem, meta: FieldMeta): Input => {
  if (!item.remote) return item.component ?? inputOf(meta);
  return item.component ? RemoteFed : RemoteOptions;
};

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A field: label, input, help and error. Not drawn while the item is hidden. */
export function FormItemView({ item, values, parent = [], root = [] }: Props) {
  const t = useWords();
  const { t: words } = useTranslation('engine');
  const form = Form.useFormInstance();
  const { mode } = useFormScope();
  const [isLeft, setLeft] = useState(false);
  checkedItem(item);
  if (!isShown(item, values)) return null;
  if (item.type === 'group') {
    return (
      <>
        {item.items?.map((item) => (
          <FormItemView key={item.id} item={item} values={values} parent={parent} root={root} />
        ))}
      </>
    );
  }
  const meta = metaOf(item);
  const ui = fieldUiOf(meta);
  const path = [...parent, item.id];
  const children = item.component ? undefined : ui.children?.(meta);
  if (children)
    return (
      <NestedFields
        path={path}
        meta={meta}
        fields={children}
        values={values}
        overrides={item.items}
        Item={FormItemView}
      />
    );
  const isRequired = resolve(item.required, values) ?? meta.required;
  const Edit = componentOf(item, meta);
  const isTyped = Boolean(ui.typed) && !item.component && !item.remote;
  return (
    <Form.Item
      name={path}
      className={cx((item.wide ?? ui.wide?.(meta)) && styles.wide)}
      label={meta.label}
      required={isRequired && !ui.alwaysFilled}
      extra={item.helpText ?? meta.help_text}
      tooltip={
        item.helpTips ? { title: item.helpTips, icon: <QuestionCircleOutlined aria-hidden /> } : undefined
      }
      rules={rulesOf(item, meta, ui, isRequired, t)}
      validateFirst
      // A required field that the user types into is not validated before its first blur; from then on it is,
      // like all other fields, on every change.
      validateTrigger={isTyped && isRequired && !isLeft ? ['onBlur'] : ['onBlur', 'onChange']}
      messageVariables={{ label: meta.label }}
    >
      <Edit
        {...item.el}
        {...(item.remote && { remote: item.remote, component: item.component })}
        name={item.id}
        meta={{ ...meta, required: isRequired }}
        disabled={mode === 'view' || resolve(item.disabled, values)}
        aria-label={item.label === '' ? words('form.field', { name: item.id }) : undefined}
        onBlur={() => {
          setLeft(true);
          if (!isTyped || item.trim === false) return;
          const whole = [...root, ...path];
          const held: unknown = form.getFieldValue(whole);
          if (trimmed(held) !== held) form.setFieldValue(whole, trimmed(held));
        }}
      />
    </Form.Item>
  );
}
