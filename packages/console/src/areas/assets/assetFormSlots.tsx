import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { custom } from '@gatehouse/contract/resources/assets/custom.ts';
import type { database } from '@gatehouse/contract/resources/assets/database.ts';
import type { web } from '@gatehouse/contract/resources/assets/web.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { InputProps, Translate } from '../../engine/fields/FieldUi.ts';
import type { ValuesIn } from '../../engine/form/FormItem.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { rules } from '../../engine/form/rules/rules.ts';
import { UploadText } from '../../engine/form/UploadText.tsx';
import { ProtocolEditor } from '../../engine/protocols/ProtocolEditor.tsx';
import {
  type ProtocolChoice,
  type ProtocolRow,
  startingProtocols,
} from '../../engine/protocols/protocolRows.ts';
import type { PlatformRow } from '../../resources/assets/asset/usePlatformRow.ts';
import { AccountsInput } from './AccountsInput.tsx';
import { type DraftAccount, draftBodies } from './draftAccounts.ts';

type ProtocolsProps = InputProps<ProtocolRow[]> & { choices?: readonly ProtocolChoice[] };

const ProtocolsInput = ({ choices = [], value, onChange, ...props }: ProtocolsProps) => {
  const [known, setKnown] = useState(choices);
  const restart = useEffectEvent(() => {
    setKnown(choices);
    onChange?.(startingProtocols(choices));
  });
  const isOther = known !== choices;
  useEffect(() => {
    // The platform changed: its protocols replace the previous ones.
    if (isOther) restart();
  }, [isOther]);
  return (
    <ProtocolEditor
      id={props.id}
      label={props['aria-label'] ?? props.meta.label}
      choices={choices}
      value={Array.isArray(value) ? value : []}
      onChange={(rows) => onChange?.(rows.map(({ name, port }) => ({ name, port })))}
      mode="asset"
      disabled={props.disabled}
    />
  );
};

/** Certificate fields by type of database; types without an entry have none. */
const certificates: Record<string, readonly string[]> = {
  redis: ['ca_cert', 'client_cert', 'client_key'],
  mysql: ['ca_cert', 'client_cert', 'client_key', 'allow_invalid_cert'],
  mongodb: ['ca_cert', 'client_key', 'allow_invalid_cert'],
};

const SECURE = ['ca_cert', 'client_cert', 'client_key', 'allow_invalid_cert'];
const NEEDS_DATABASE = new Set(['mongodb', 'postgresql']);

const databaseFields = (type: string, t: Translate): FormSlots<typeof database>['fields'] => ({
  db_name: {
    required: NEEDS_DATABASE.has(type),
    ...(type === 'oracle' && { helpText: t('asset.oracleHint') }),
  },
  use_ssl: { hidden: !(type in certificates) },
  ...Object.fromEntries(
    SECURE.map((name) => [
      name,
      {
        hidden: ({ use_ssl }: ValuesIn<typeof database>) => !use_ssl || !certificates[type]?.includes(name),
        ...(name !== 'allow_invalid_cert' && { component: UploadText, wide: true }),
      },
    ]),
  ),
});

const isBasic = ({ autofill }: ValuesIn<typeof web>) => autofill !== 'basic';

const webFields: FormSlots<typeof web>['fields'] = {
  username_selector: { hidden: isBasic },
  password_selector: { hidden: isBasic },
  submit_selector: { hidden: isBasic },
  script: { hidden: ({ autofill }) => autofill !== 'script' },
};

const secretTypes = (platform: PlatformRow): string[] => [
  ...new Set(platform.protocols.flatMap(({ secret_types = [] }) => secret_types)),
];

const platformMeta = (meta: FieldMeta | undefined, platform: PlatformRow): FieldMeta | undefined =>
  meta?.related && {
    ...meta,
    related: { ...meta.related, url: `${meta.related.url}?type=${platform.type.value}` },
  };

/** Whether the platform defines no fields of its own. */
const hasNothing = (meta: FieldMeta | undefined): boolean =>
  meta !== undefined && Object.keys(meta.children ?? {}).length === 0;

/** A platform's defaults for autofill on a web site: the method, the selectors and the script. */
const webDefaults = (platform: PlatformRow): ValuesIn<typeof web> => {
  const setting = platform.protocols.find(({ name }) => name === 'http')?.setting ?? {};
  const known = ['autofill', 'username_selector', 'password_selector', 'submit_selector', 'script'];
  return Object.fromEntries(known.filter((name) => name in setting).map((name) => [name, setting[name]]));
};

/** The form of an asset of any category, with additions for some categories. */
export type AssetForm = FormSlots<
  typeof asset,
  ValuesIn<typeof database> & ValuesIn<typeof web> & ValuesIn<typeof custom>
>;

type Input = {
  platform: PlatformRow;
  node: string | undefined;
  t: Translate;
  engine: Translate;
  encrypt: (value: string) => Promise<string>;
  onPlatform: (id: string) => void;
  metas?: Record<string, FieldMeta>;
};

/** The form of an asset, as its platform shapes it. */
export const assetFormSlots = ({
  platform,
  node,
  t,
  engine,
  encrypt,
  onPlatform,
  metas,
}: Input): AssetForm => {
  const type = platform.type.value;
  const shapedMeta = platformMeta(metas?.platform, platform);
  return {
    query: { platform: String(platform.id) },
    hasReset: false,
    groupHelp: {
      basic: t('asset.help.basic'),
      protocols: t('asset.help.protocols'),
      accounts: t('asset.help.accounts'),
      other: t('asset.help.other'),
    },
    fields: {
      address: { rules: [rules.noEmoji(engine)] },
      platform: { ...(shapedMeta && { meta: shapedMeta }), helpText: t('asset.platformHint') },
      nodes: { required: true },
      protocols: { component: ProtocolsInput, el: { choices: platform.protocols }, label: '', wide: true },
      accounts: {
        component: AccountsInput,
        el: {
          secretTypes: secretTypes(platform),
          protocols: platform.protocols.map(({ name }) => name),
          platforms: [platform],
        },
        label: '',
        wide: true,
      },
      domain: { hidden: !platform.domain_enabled },
      custom_info: { hidden: hasNothing(metas?.custom_info) },
      ...databaseFields(type, t),
      ...webFields,
    },
    initial: {
      platform: platform.id,
      protocols: startingProtocols(platform.protocols),
      is_active: true,
      ...(node && { nodes: [node] }),
      ...(platform.category.value === 'web' && webDefaults(platform)),
    },
    watch: (values) => {
      const chosen = String(values.platform ?? '');
      if (chosen && chosen !== String(platform.id)) onPlatform(chosen);
    },
    toWire: async (body, values, { mode }) => {
      const { accounts: _accounts, nodes, ...rest } = body;
      const drafts = (Array.isArray(values.accounts) ? values.accounts : []) as DraftAccount[];
      return {
        ...rest,
        ...(Array.isArray(nodes) && nodes.length > 0 && { nodes }),
        ...(mode === 'create' && drafts.length > 0 && { accounts: await draftBodies(drafts, encrypt) }),
      };
    },
  };
};
