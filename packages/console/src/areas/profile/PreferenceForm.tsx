import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { defaultsOf, formOf, wireOf } from '../../engine/fields/convert.ts';
import { fieldUiOf } from '../../engine/fields/registry.ts';
import type { Values } from '../../engine/form/FormItem.ts';
import { FormItemView } from '../../engine/form/FormItemView.tsx';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { OwnForm, OwnGroup } from './own/OwnForm.tsx';

type Metas = Record<string, FieldMeta>;

const QUIET = { disableFlashErrorMsg: true } as const;

const writable = (meta: FieldMeta): Metas =>
  Object.fromEntries(Object.entries(meta.children ?? {}).filter(([, child]) => !child.read_only));

const useSave = (category: string, metas: Metas) => {
  const http = useHttp();
  const { encrypt } = usePlatform();
  return async (values: Values) => {
    const groups = Object.entries(wireOf(values, metas)).map(async ([name, group]) => {
      const fields = Object.entries(metas[name]?.children ?? {});
      const secrets = fields.filter(([, meta]) => fieldUiOf(meta).secret).map(([field]) => field);
      return [name, await encryptFields(group as Values, secrets, encrypt)] as const;
    });
    const body = Object.fromEntries(await Promise.all(groups));
    return http.call('PATCH /api/v1/users/preference/', { ...QUIET, query: { category }, body });
  };
};

function Group({ name, meta }: { name: string; meta: FieldMeta }) {
  const form = Form.useFormInstance();
  const values: Values = Form.useWatch(name, form) ?? {};
  return (
    <OwnGroup title={meta.label}>
      {Object.entries(writable(meta)).map(([id, child]) => (
        <FormItemView key={id} item={{ id, meta: child }} values={values} parent={[name]} />
      ))}
    </OwnGroup>
  );
}

/** The user's preferences for one program, as listed by the server. */
export function PreferenceForm({ category }: { category: 'lina' | 'luna' | 'koko' }) {
  const { t } = useTranslation('areas');
  const url = `/api/v1/users/preference/?category=${category}`;
  const http = useHttp();
  const client = useQueryClient();
  const key = ['preference', category];
  const options = useMetadata(url);
  const metas = options.data?.actions?.PATCH;
  const stored = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/users/preference/', { ...QUIET, query: { category }, signal }),
    // A form must start from what is stored now, not from cached values.
    gcTime: 0,
  });
  const save = useSave(category, metas ?? {});
  const failed = [options, stored].find(({ error }) => error);
  if (!metas || !stored.data)
    return failed ? <Failed query={failed} /> : <SkeletonRows rows={4} columns={2} />;
  return (
    <OwnForm<Values>
      initial={{ ...defaultsOf(metas), ...formOf(stored.data, metas) }}
      savedText={t('profile.saved')}
      save={save}
      onSaved={() => void client.invalidateQueries({ queryKey: key })}
    >
      {Object.entries(metas).map(([name, meta]) => (
        <Group key={name} name={name} meta={meta} />
      ))}
    </OwnForm>
  );
}
