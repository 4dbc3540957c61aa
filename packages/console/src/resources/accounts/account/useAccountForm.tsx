import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormGroup, type FormItem, flatItems } from '../../../engine/form/FormItem.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { useHttp, useMetadata } from '../../../platform/Platform.tsx';
import { accountFields, secretTypesOf } from '../accountItems.tsx';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import { usePlatformsOf } from '../usePlatformsOf.ts';
import { usePushFields } from '../usePushFields.ts';
import type { BulkRow } from './BulkResult.tsx';

const ASSETS_URL = '/api/v1/assets/assets/';
const TEMPLATES_URL = '/api/v1/accounts/account-templates/';

/** Input of an account form. */
export type AccountFormInput = {
  /** The asset, where it is fixed because the page is about one asset. */
  asset?: { id: string };
  /** Account to change. */
  id?: string;
  byTemplate?: boolean;
  onBulk: (rows: BulkRow[]) => void;
};

const isBulk = (body: unknown): body is BulkRow[] =>
  Array.isArray(body) && body.every((row) => row && typeof row === 'object' && 'state' in row);

const ids = (value: unknown): (string | number)[] =>
  Array.isArray(value)
    ? value.filter((id): id is string | number => typeof id === 'string' || typeof id === 'number')
    : [];

type AccountForm = FormSlots<
  typeof account,
  { assets: string[]; su_from_username: string; template: string }
>;

/** Creates an account on one asset or on many at once. */
const useSend = ({ asset, onBulk }: AccountFormInput) => {
  const http = useHttp();
  const send: NonNullable<AccountForm['submit']> = async (body) => {
    const quiet = { disableFlashErrorMsg: true };
    const { assets, su_from_username, ...rest } = body;
    const targets = asset ? [asset.id] : ids(assets);
    const [target] = targets;
    if (target !== undefined && targets.length === 1)
      return http.create<typeof account>(ACCOUNTS_URL, { ...rest, asset: target }, quiet);
    try {
      const rows = await http.call('POST /api/v1/accounts/accounts/bulk/', {
        body: { ...rest, su_from_username, assets: targets },
        ...quiet,
      });
      onBulk(rows);
    } catch (error) {
      if (!(error instanceof HttpError) || !isBulk(error.body)) throw error;
      onBulk(error.body);
    }
    return { id: '', name: rest.name ?? rest.username ?? '' };
  };
  return send;
};

const relatedMeta = (label: string, url: string, required: boolean) => ({
  type: 'm2m_related_field' as const,
  kind: 'refs',
  required,
  read_only: false,
  write_only: false,
  label,
  related: { url, attrs: ['name'] },
});

/** The account form: one asset or many, typed or from a template, new or existing. */
export const useAccountForm = (input: AccountFormInput): AccountForm => {
  const { asset, id, byTemplate = false } = input;
  const { t } = useTranslation('resources');
  const send = useSend(input);
  const { data } = useMetadata(ACCOUNTS_URL);
  const [chosen, setChosen] = useState<(string | number)[]>([]);
  const platforms = usePlatformsOf({ assets: asset ? [asset.id] : chosen });
  const pushFields = usePushFields();
  const isEdit = id !== undefined;
  const isMany = !isEdit && !asset && chosen.length !== 1;
  return useMemo<AccountForm>(() => {
    const metas = data?.actions?.POST ?? {};
    const shared = accountFields({ metas, allowed: secretTypesOf(platforms), isEdit });
    const [platform] = platforms;
    const suUrl = `${ACCOUNTS_URL}su-from-accounts/?asset=${asset?.id ?? chosen[0] ?? ''}${id ? `&account=${id}` : ''}`;
    const fields: AccountForm['fields'] = {
      ...shared,
      su_from: {
        ...(metas.su_from && {
          meta: { ...metas.su_from, related: { url: suUrl, attrs: ['name', 'username'] } },
        }),
        hidden: isMany || byTemplate || !platform?.su_enabled,
      },
      on_invalid: { hidden: !isMany, required: true },
      checkout_minutes: { hidden: ({ checkout_required }) => !checkout_required },
      ...pushFields(platforms),
    };
    const own: FormItem[] = [
      {
        id: 'assets',
        meta: relatedMeta(t('account.assets'), ASSETS_URL, true),
        wide: true,
        hidden: isEdit || asset !== undefined,
        // Keeps the ids as they are: the default conversion would send objects.
        outputFormat: (value) => value,
      },
      {
        id: 'su_from_username',
        type: 'text',
        label: t('account.suFromUsername'),
        hidden: !isMany || byTemplate,
      },
      {
        id: 'template',
        meta: {
          ...relatedMeta(t('account.template'), TEMPLATES_URL, true),
          type: 'object_related_field',
          kind: 'ref',
        },
        wide: true,
        hidden: !byTemplate,
        outputFormat: (value) => value,
      },
    ];
    return {
      fields,
      groups: (groups) => arrange(groups, own, byTemplate),
      initial: { on_invalid: 'error' },
      start: (values) => values,
      submit: send,
      isPartial: true,
      watch: (values) =>
        setChosen((before) => (sameIds(before, ids(values.assets)) ? before : ids(values.assets))),
      toWire: ({ asset: _asset, labels: _labels, ...body }) => body,
    };
  }, [data, platforms, isEdit, isMany, asset, chosen, id, byTemplate, send, pushFields, t]);
};

const sameIds = (a: readonly (string | number)[], b: readonly (string | number)[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);

const templateOnly = new Set(['assets', 'template', 'on_invalid', 'is_active']);

/**
 * The groups in the order of the dialog. With a template, they have only the fields that the template does
 * not set.
 */
const arrange = (groups: FormGroup[], own: FormItem[], byTemplate: boolean): FormGroup[] => {
  const known = new Map([...flatItems(groups), ...own].map((item) => [item.id, item]));
  const title = (key: string) => groups.find((group) => group.key === key)?.title ?? '';
  const group = (key: string, names: string[]): FormGroup => ({
    key,
    title: title(key),
    items: names
      .filter((name) => !byTemplate || templateOnly.has(name))
      .flatMap((name) => known.get(name) ?? []),
  });
  return [
    group('asset', ['assets']),
    group('template', byTemplate ? ['template'] : []),
    group('basic', ['name', 'username', 'privileged', 'su_from', 'su_from_username']),
    group('secret', ['secret_type', 'secret', 'passphrase']),
    group('checkout', ['checkout_required', 'checkout_minutes']),
    group('other', ['push_now', 'params', 'on_invalid', 'is_active', 'comment']),
  ].filter(({ items }) => items.length > 0);
};
