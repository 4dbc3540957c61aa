import { methodRuleDetail, methodRuleList } from '@gatehouse/contract/layouts/acls/connectmethodacl.ts';
import type { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useHitTabs } from './HitTabs.tsx';
import { type PanelProps, RulePanel, RuleSide } from './RulePanel.tsx';
import { reviewersItem, ruleColumns, useActiveSwitch, withoutIdleReviewers } from './ruleSlots.tsx';

/** Rules that take ways to connect. */
export function MethodRuleListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof connectmethodacl> = {
    mode: methodRuleList,
    columns: ruleColumns,
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    emptyText: t('empty.methods'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('help.methods')} />;
}

/** Ways to connect that components offer; others can be typed, because components come and go. */
function MethodsInput(props: InputProps<readonly string[]>) {
  const { value, onChange } = props;
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['everyConnectMethod'],
    queryFn: ({ signal }) =>
      http.get<{ value: string; label: string }[]>('/api/v1/terminal/components/connect-methods/', {
        params: { flat: 1, os: 'all', limit: 10 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  const options = new Map((Array.isArray(data) ? data : []).map((method) => [method.value, method.label]));
  return (
    <Select
      {...ariaOf(props)}
      mode="tags"
      tokenSeparators={[',', ' ']}
      value={[...(value ?? [])]}
      options={[...options].map(([method, label]) => ({ value: method, label }))}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}

const Panel = (props: PanelProps) => <RulePanel kind="connectmethodacl" {...props} />;

const form: FormSlots<typeof connectmethodacl> = {
  fields: {
    priority: { required: true },
    action: { required: true },
    connect_methods: { component: MethodsInput, wide: true },
    reviewers: reviewersItem,
  },
  initial: { priority: 50, action: 'reject', is_active: true, users: { type: 'all' } },
  toWire: withoutIdleReviewers,
  Panel,
};

/** Creates or updates a rule that takes ways to connect. */
export const MethodRuleFormPage = (props: ResourcePageProps) => <ResourceFormPage {...props} slots={form} />;

/** A rule that takes ways to connect. */
export function MethodRuleDetailPage(props: ResourcePageProps) {
  const tabs = useHitTabs();
  const quickActions = useActiveSwitch('acls.change_connectmethodacl');
  const slots: DetailSlots<typeof connectmethodacl> = {
    layout: methodRuleDetail,
    quickActions,
    side: ({ row }) => <RuleSide kind="connectmethodacl" row={row} />,
    tabs: ({ row }) => tabs(row),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
