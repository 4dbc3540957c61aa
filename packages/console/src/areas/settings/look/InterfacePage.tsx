import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { SettingHistory } from '@gatehouse/contract/calls/settings.ts';
import { lookImages, lookSettings } from '@gatehouse/contract/look/lookForm.ts';
import { OWN_THEME } from '@gatehouse/contract/look/themes.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Input } from '../../../engine/fields/FieldUi.ts';
import type { Values } from '../../../engine/form/FormItem.ts';
import { FormItemView } from '../../../engine/form/FormItemView.tsx';
import { useFormValues } from '../../../engine/form/useFormValues.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp, useMetadata, usePlatform } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { PageFrame } from '../../../platform/page/PageFrame.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { OwnForm, OwnGroup } from '../../profile/own/OwnForm.tsx';
import { ChangeLog } from '../ChangeLog.tsx';
import { SettingMark } from '../SettingMark.tsx';
import { SettingSearch } from '../SettingSearch.tsx';
import styles from '../settings.module.css';
import { useSettingPanels } from '../useSettingPanels.ts';
import { PictureInput } from './PictureInput.tsx';
import { ColourInput, ThemeInput, ThemePreview } from './ThemeInputs.tsx';

type Look = AnswerOf<Calls['GET /api/v1/xpack/interface/setting/']>;

const URL = '/api/v1/xpack/interface/setting/';
const QUIET = { disableFlashErrorMsg: true } as const;
const KEY = ['interface'];

const inputs: { readonly [name: string]: Input } = {
  theme: ThemeInput,
  theme_color: ColourInput,
  ...Object.fromEntries(lookImages.map((name) => [name, PictureInput])),
};

const groups = {
  basic: ['login_title', 'theme', 'theme_color'],
  logo: ['logo_index', 'logo_logout', 'favicon'],
  images: ['login_image'],
  footer: ['footer_content'],
} as const;
const names = Object.values(groups).flat();

/** The form as it is sent: texts, files that were chosen, and pictures that were taken away. */
const bodyOf = (values: Values, stored: Look): FormData => {
  const body = new FormData();
  for (const name of names) {
    const value = values[name];
    const isPicture = lookImages.some((image) => image === name);
    if (value instanceof File) body.append(name, value);
    else if (!isPicture || (value === '' && stored[name] !== '')) body.append(name, String(value ?? ''));
  }
  return body;
};

/** How pages, emails and the web terminal look. */
export function InterfacePage() {
  const http = useHttp();
  const panels = useSettingPanels();
  const options = useMetadata(URL);
  const stored = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => http.call('GET /api/v1/xpack/interface/setting/', { signal, ...QUIET }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const past = useQuery({
    queryKey: [...KEY, 'history'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/history/', { query: { category: 'interface' }, signal, ...QUIET }),
  });
  const metas = options.data?.actions?.PUT;
  const failed = [options, stored].find(({ error }) => error);
  return (
    <PageFrame fill extra={<SettingSearch panels={panels.data} />}>
      {metas && stored.data ? (
        <>
          <LookForm key={stored.dataUpdatedAt} metas={metas} stored={stored.data} past={past.data ?? []} />
          <ChangeLog category="interface" />
        </>
      ) : failed ? (
        <Failed query={failed} />
      ) : (
        <SkeletonRows rows={6} columns={2} />
      )}
    </PageFrame>
  );
}

type FormProps = { metas: Record<string, FieldMeta>; stored: Look; past: readonly SettingHistory[] };

function LookForm({ metas, stored, past }: FormProps) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { session } = usePlatform();
  const client = useQueryClient();
  const initial = Object.fromEntries(names.map((name) => [name, stored[name]]));
  const save = async (values: Values) => {
    const body = bodyOf(values, stored);
    const { theme_color: _colour, ...look } = await http.call('PUT /api/v1/xpack/interface/setting/', {
      body,
      ...QUIET,
    });
    session.setSettings({ ...session.get().settings, INTERFACE: look });
  };
  return (
    <OwnForm<Values>
      initial={initial}
      savedText={t('saved')}
      save={save}
      onSaved={() => void client.invalidateQueries({ queryKey: KEY })}
      extra={<Restore />}
    >
      {Object.entries(groups).map(([group, fields]) => (
        <OwnGroup key={group} title={t(`look.group.${group}`)}>
          {fields.map((name) => (
            <Field key={name} name={name} meta={metas[name]} history={historyOf(name, past)} />
          ))}
          {group === 'basic' && <ThemePreview />}
        </OwnGroup>
      ))}
    </OwnForm>
  );
}

/** A picture has a button of its own that takes it away, so its default is left out. */
const historyOf = (
  name: (typeof names)[number],
  past: readonly SettingHistory[],
): SettingHistory | undefined => {
  const found = past.find((entry) => entry.name === lookSettings[name]);
  if (!found || !lookImages.some((image) => image === name)) return found;
  const { initial: _, ...told } = found;
  return told;
};

function Field(props: { name: string; meta: FieldMeta | undefined; history: SettingHistory | undefined }) {
  const { name, meta, history } = props;
  const values = useFormValues(Form.useFormInstance()) ?? {};
  const component = inputs[name];
  if (!meta || (name === 'theme_color' && values.theme !== OWN_THEME)) return null;
  // A picture's limit is that of the address it is stored under, not of the file.
  const { max_length: _ofAddress, ...picture } = meta;
  const shown = component === PictureInput ? picture : meta;
  return (
    <div className={`${styles.field} ${styles.wide}`}>
      <FormItemView
        item={{ id: name, meta: shown, wide: true, ...(component && { component }) }}
        values={values}
      />
      {history && <SettingMark name={name} meta={meta} history={history} value={values[name]} canChange />}
    </div>
  );
}

/** Gives the installation the look of the product again. */
function Restore() {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const client = useQueryClient();
  const { session } = usePlatform();
  const restore = async () => {
    const agreed = await confirm({
      title: t('look.restoreTitle'),
      body: t('look.restoreBody'),
      okText: t('look.restore'),
      danger: true,
      focusCancel: true,
    });
    if (!agreed) return;
    try {
      const { success } = await http.call('PUT /api/v1/xpack/interface/setting/restore/');
      const { theme_color: _colour, ...look } = await http.call('GET /api/v1/xpack/interface/setting/');
      session.setSettings({ ...session.get().settings, INTERFACE: look });
      notify.success(success);
      await client.invalidateQueries({ queryKey: KEY });
    } catch {
      // Reported by the request layer.
    }
  };
  return (
    <Button danger style={{ order: -1 }} onClick={() => void restore()}>
      {t('look.restore')}
    </Button>
  );
}
