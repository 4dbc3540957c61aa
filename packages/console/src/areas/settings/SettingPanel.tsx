import type { SettingHistory, ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { defaultsOf, formOf, wireOf } from '../../engine/fields/convert.ts';
import type { Values } from '../../engine/form/FormItem.ts';
import { FormItemView } from '../../engine/form/FormItemView.tsx';
import { useFormValues } from '../../engine/form/useFormValues.ts';
import { isForbidden } from '../../platform/http/HttpError.ts';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { encryptFields } from '../../platform/secret/encrypt.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { OwnForm, OwnGroup } from '../profile/own/OwnForm.tsx';
import { ChangeLog } from './ChangeLog.tsx';
import { PanelDialog } from './PanelDialog.tsx';
import { type PanelParts, panelParts } from './panelParts.ts';
import { Proposals } from './parts/Proposals.tsx';
import { SettingMark } from './SettingMark.tsx';
import styles from './settings.module.css';
import type { ToWire } from './ToWire.ts';
import { TestedContext, TestedLine, useTestedOf } from './testing/Tested.tsx';
import { useForesight } from './useForesight.tsx';
import { useSoughtSetting } from './useSoughtSetting.ts';

const QUIET = { disableFlashErrorMsg: true } as const;

type Metas = Record<string, FieldMeta>;

type Props = {
  panel: ShownSettingPanel;
  onSaved?: () => void;
  /** Told whether there is input that has not been saved. */
  onUnsaved?: (isUnsaved: boolean) => void;
};

/** A panel of settings: its groups with the inputs that the server's metadata describes. */
export function SettingPanel({ panel, onSaved, onUnsaved }: Props) {
  const { t } = useTranslation('common');
  const { category } = panel;
  const http = useHttp();
  const options = useMetadata(`/api/v1/settings/setting/?category=${category}`);
  const metas = options.data?.actions?.PATCH;
  const stored = useQuery({
    queryKey: ['settings', category],
    enabled: metas !== undefined,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/setting/', { query: { category }, signal, ...QUIET }),
    // A form must start from what is stored now, not from cached values.
    gcTime: 0,
    // Only saving reloads it: input is not lost when the window regains focus.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const history = useQuery({
    queryKey: ['settings', category, 'history'],
    enabled: metas !== undefined,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/history/', { query: { category }, signal, ...QUIET }),
  });
  const failed = [options, stored].find(({ error }) => error);
  if (isForbidden(failed?.error) || (options.data && !metas))
    return <EmptyState title={t('error.forbidden')} />;
  if (!metas || !stored.data)
    return failed ? <Failed query={failed} /> : <SkeletonRows rows={4} columns={2} />;
  const past = history.data ?? [];
  const shown = { panel, metas, past, stored: stored.data };
  const told = { ...(onSaved && { onSaved }), ...(onUnsaved && { onUnsaved }) };
  return (
    <>
      {panel.page === 'security' && (
        <Proposals {...(panel.name !== 'second_person' && { category: panel.category })} />
      )}
      <Panel key={stored.dataUpdatedAt} {...shown} {...told} />
      <ChangeLog category={panel.category} />
    </>
  );
}

type Shown = Props & { metas: Metas; past: readonly SettingHistory[]; stored: Values };

const usePanelForm = ({ panel, metas, stored }: Shown, { isPublic }: PanelParts) => {
  const http = useHttp();
  const { encrypt, session } = usePlatform();
  const { category } = panel;
  const names = panel.groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(metas).filter(([name]) => names.includes(name)));
  const secrets = names.filter((name) => own[name]?.write_only);
  const toWire: ToWire = (values) => encryptFields(wireOf(values, own), secrets, encrypt);
  const save = async (values: Values) => {
    const body = await toWire(values);
    const saved = await http.call('PATCH /api/v1/settings/setting/', { query: { category }, body, ...QUIET });
    if (isPublic) session.setSettings({ ...session.get().settings, ...saved });
  };
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => name in own));
  const foresee = useForesight(category);
  const labelOf = (name: string) => own[name]?.label ?? name;
  const before = (values: Values) => {
    const told = Object.entries(wireOf(values, own)).filter(([name]) => !secrets.includes(name));
    return foresee(Object.fromEntries(told), labelOf);
  };
  return { own, toWire, save, before, initial: { ...defaultsOf(own), ...formOf(kept, own) } };
};

function Panel(shown: Shown) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const { panel } = shown;
  const parts: PanelParts = panelParts[panel.name] ?? {};
  const { own, toWire, save, before, initial } = usePanelForm(shown, parts);
  const { Buttons } = parts;
  // A setting that this panel does not show has no place for a result.
  const tested = useTestedOf(parts.tested !== undefined && parts.tested in own ? parts.tested : undefined);
  return (
    <TestedContext value={tested}>
      <OwnForm<Values>
        initial={initial}
        savedText={t(panel.waits ? 'proposal.sent' : 'saved')}
        before={before}
        save={save}
        isReadOnly={!panel.can_change}
        onSaved={() => {
          void client.invalidateQueries({ queryKey: ['settings', panel.category] });
          void client.invalidateQueries({ queryKey: ['settings', 'proposals'] });
          // The rule itself decides whether the next change waits.
          if (panel.name === 'second_person') void client.invalidateQueries({ queryKey: ['settingPanels'] });
          shown.onSaved?.();
        }}
        {...(shown.onUnsaved && { onUnsaved: shown.onUnsaved })}
        extra={Buttons && <Buttons toWire={toWire} category={panel.category} />}
      >
        {panel.groups.map(({ name, title, help, settings }) => {
          const Below = parts.below?.[name];
          return (
            <OwnGroup key={name} title={title} {...(help !== undefined && { help })}>
              {settings.map(({ name }) => (
                <Field
                  key={name}
                  name={name}
                  meta={own[name]}
                  parts={parts}
                  history={shown.past.find((entry) => entry.name === name)}
                  canChange={panel.can_change}
                />
              ))}
              {Below && <Below />}
              {parts.dialog?.group === name && (
                <PanelDialog tab={panel.tab} by={parts.dialog.by} Content={SettingPanel} />
              )}
            </OwnGroup>
          );
        })}
      </OwnForm>
    </TestedContext>
  );
}

function Field(props: {
  name: string;
  meta: FieldMeta | undefined;
  parts: PanelParts;
  history: SettingHistory | undefined;
  canChange: boolean;
}) {
  const form = Form.useFormInstance();
  const values = useFormValues(form) ?? {};
  const { name, meta, parts, history } = props;
  const place = useSoughtSetting(name);
  const component = parts.inputs?.[name];
  if (!meta) return null;
  const disabled = meta.read_only || parts.applies?.[name]?.(values) === false;
  const isShort = meta.type === 'integer' || meta.type === 'choice';
  return (
    <div ref={place} className={`${styles.field} ${isShort ? '' : styles.wide}`}>
      <FormItemView
        item={{ id: name, meta, ...(component && { component }), ...(disabled && { disabled }) }}
        values={values}
      />
      <TestedLine name={name} />
      {history && !meta.read_only && (
        <SettingMark
          name={name}
          meta={meta}
          history={history}
          value={values[name]}
          canChange={props.canChange}
        />
      )}
    </div>
  );
}
