import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { FormItem, Values } from '../../engine/form/FormItem.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { UploadText } from '../../engine/form/UploadText.tsx';
import { type Encrypt, encryptFields } from '../../platform/secret/encrypt.ts';

type Input = {
  type: string;
  isNew: boolean;
  metas: Record<string, FieldMeta> | undefined;
  encrypt: Encrypt;
  backTo: string | undefined;
};

const usesKey = ({ STP_SECRET_TYPE: type }: Values) => type === 'ssh_key';

/** How single parts are entered, besides what the server says about them. */
const partItems: Readonly<Record<string, Partial<FormItem>>> = {
  SFTP_PASSWORD: { hidden: usesKey },
  STP_PRIVATE_KEY: { hidden: (values) => !usesKey(values), component: UploadText, wide: true },
  STP_PASSPHRASE: { hidden: (values) => !usesKey(values) },
  DOC_TYPE: { hidden: true },
  HOSTS: { wide: true },
};

const valuesIn = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The form of a storage of one type. */
export const storageFormSlots = ({ type, isNew, metas, encrypt, backTo }: Input): FormSlots => {
  const parts = Object.entries(metas?.meta?.children ?? {});
  const secrets = parts.filter(([, meta]) => meta.write_only).map(([name]) => name);
  const label = metas?.type?.choices?.find(({ value }) => value === type)?.label;
  return {
    query: { type },
    fields: {
      type: { disabled: true },
      meta: {
        items: parts.map(([id]) => ({
          id,
          // A secret that is stored already may be left out.
          ...(!isNew && secrets.includes(id) && { required: false }),
          ...partItems[id],
        })),
      },
      is_default: { hidden: type === 'sftp' },
    },
    groups: (groups) =>
      groups.map((group) => (group.key === 'storage' && label ? { ...group, title: label } : group)),
    initial: { type, is_default: type !== 'sftp' },
    hasAddAnother: false,
    toWire: async (body) => ({
      ...body,
      type,
      meta: await encryptFields(valuesIn(body.meta), secrets, encrypt),
    }),
    nextPath: () => backTo,
  };
};
