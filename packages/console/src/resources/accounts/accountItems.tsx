import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Form, Input } from 'antd';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { SecretInput } from '../../engine/fields/secret/SecretInput.tsx';
import type { FormItem } from '../../engine/form/FormItem.ts';
import { useFormScope } from '../../engine/form/FormScope.tsx';
import { UploadText } from '../../engine/form/UploadText.tsx';

/** Names that imply a privileged account. */
const privilegedNames = new Set(['root', 'administrator']);

/**
 * The name of an account. In a new account it is also entered as the username until the user changes that;
 * some names imply a privileged account.
 */
export function AccountNameInput(props: InputProps) {
  const form = Form.useFormInstance();
  const { mode } = useFormScope();
  const change = (name: string) => {
    const before = String(props.value ?? '');
    const username = String(form.getFieldValue('username') ?? '');
    if (mode === 'create' && (username === '' || username === before)) form.setFieldValue('username', name);
    if (privilegedNames.has(name.toLowerCase())) form.setFieldValue('privileged', true);
    props.onChange?.(name);
  };
  return (
    <Input
      {...ariaOf(props)}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/**
 * Input for a secret, hidden while typed; except when a row is updated, an SSH key is plain text that can be
 * loaded from a file.
 */
export function AccountSecretInput(props: InputProps) {
  const form = Form.useFormInstance();
  const type: string | undefined = Form.useWatch('secret_type', form);
  const { mode } = useFormScope();
  if (mode === 'update') return <SecretInput {...props} />;
  return type === 'ssh_key' ? <UploadText {...props} /> : <SecretInput {...props} />;
}

/** Secret types that the protocols of the platforms allow, each once. */
export const secretTypesOf = (
  platforms: readonly { protocols?: { secret_types?: string[] }[] }[],
): string[] => {
  const types = platforms.flatMap(({ protocols = [] }) =>
    protocols.flatMap(({ secret_types = [] }) => secret_types),
  );
  return [...new Set(types)];
};

/** Changes to the fields of every account form. */
export const accountFields = (input: {
  metas: Record<string, FieldMeta>;
  allowed: readonly string[];
  isEdit: boolean;
}): Record<string, Partial<FormItem>> => {
  const { metas, allowed, isEdit } = input;
  const { secret_type: type, passphrase } = metas;
  const choices = type?.choices?.filter(
    ({ value }) => allowed.length === 0 || allowed.includes(String(value)),
  );
  return {
    // The help text is about an empty name, which is not allowed here.
    name: { component: AccountNameInput, required: true, helpText: '' },
    username: { disabled: isEdit },
    secret_type: { ...(type && { meta: { ...type, choices, nullable: false } }), wide: true },
    secret: { component: AccountSecretInput, wide: true },
    passphrase: {
      hidden: ({ secret_type }) => secret_type !== 'ssh_key',
      // Missing until the metadata of the collection arrives, which may be later than that of the form.
      ...(passphrase && {
        meta: { ...passphrase, write_only: true, max_length: passphrase.max_length ?? 512 },
      }),
    },
  };
};
