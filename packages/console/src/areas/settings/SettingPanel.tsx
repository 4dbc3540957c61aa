import type { SettingName, SettingPanelName } from '@gatehouse/contract/settings/catalogue.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultsOf, formOf, wireOf } from '../../engine/fields/convert.ts';
import type { Input } from '../../engine/fields/FieldUi.ts';
import type { Values } from '../../engine/form/FormItem.ts';
import { FormItemView } from '../../engine/form/FormItemView.tsx';
import { useFormValues } from '../../engine/form/useFormValues.ts';
import { isForbidden } from '../../platform/http/HttpError.ts';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { OwnForm, OwnGroup } from '../profile/OwnForm.tsx';

const QUIET = { disableFlashErrorMsg: true } as const;

type Metas = Record<string, FieldMeta>;

/** Converts a panel's values into the form in which they are sent. */
export type ToWire = (values: Values) => Promise<Values>;

/** Fields under a title of their own, else under that of the panel. */
type Group<Name extends string> = { title?: string; fields: readonly Name[] };

type Props<C extends SettingPanelName, Name extends string = SettingName<C>> = {
  category: C;
  /** Without groups, all fields are shown together. */
  groups?: readonly Group<Name>[];
  /** Inputs used in place of those of the fields' kinds. */
  inputs?: { readonly [K in Name]?: Input };
  /** Buttons beside Submit. */
  extra?: (toWire: ToWire) => ReactNode;
  onSaved?: (saved: Values) => void;
};

/** A panel of product settings, drawn from the server's metadata. */
export function SettingPanel<C extends SettingPanelName>(props: Props<C>) {
  const { t } = useTranslation('common');
  const url = `/api/v1/settings/setting/?category=${props.category}`;
  const http = useHttp();
  const options = useMetadata(url);
  const metas = options.data?.actions?.PATCH;
  const stored = useQuery({
    queryKey: ['settings', props.category],
    enabled: metas !== undefined,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/setting/', {
        query: { category: props.category },
        signal,
        ...QUIET,
      }),
    // A form must start from what is stored now, not from cached values.
    gcTime: 0,
    // Only saving reloads it: input is not lost when the window regains focus.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = [options, stored].find(({ error }) => error);
  if (isForbidden(failed?.error) || (options.data && !metas))
    return <EmptyState title={t('error.forbidden')} />;
  if (!metas || !stored.data)
    return failed ? <Failed query={failed} /> : <SkeletonRows rows={4} columns={2} />;
  const described = { metas, title: options.data?.name ?? '', stored: stored.data };
  return <Panel key={stored.dataUpdatedAt} {...props} {...described} />;
}

function Panel<C extends SettingPanelName>(
  props: Props<C> & { metas: Metas; title: string; stored: Values },
) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { encrypt } = usePlatform();
  const client = useQueryClient();
  const { metas, category } = props;
  const groups: readonly Group<string>[] = props.groups ?? [{ fields: Object.keys(metas) }];
  const inputs: { readonly [name: string]: Input | undefined } = props.inputs ?? {};
  const secrets = Object.keys(metas).filter((name) => metas[name]?.write_only);
  const toWire: ToWire = (values) => encryptFields(wireOf(values, metas), secrets, encrypt);
  const save = async (values: Values) => {
    const body = await toWire(values);
    const saved = await http.call('PATCH /api/v1/settings/setting/', { query: { category }, body, ...QUIET });
    props.onSaved?.(saved);
  };
  return (
    <OwnForm<Values>
      initial={{ ...defaultsOf(metas), ...formOf(props.stored, metas) }}
      savedText={t('saved')}
      save={save}
      onSaved={() => void client.invalidateQueries({ queryKey: ['settings', category] })}
      extra={props.extra?.(toWire)}
    >
      {groups.map(({ title = props.title, fields }) => (
        <OwnGroup key={title} title={title}>
          {fields.map((name) => (
            <Field key={name} name={name} meta={metas[name]} input={inputs[name]} />
          ))}
        </OwnGroup>
      ))}
    </OwnForm>
  );
}

function Field(props: { name: string; meta: FieldMeta | undefined; input: Input | undefined }) {
  const form = Form.useFormInstance();
  const values = useFormValues(form) ?? {};
  const { name, meta, input } = props;
  if (!meta) return null;
  return (
    <FormItemView item={{ id: name, meta, wide: true, ...(input && { component: input }) }} values={values} />
  );
}
