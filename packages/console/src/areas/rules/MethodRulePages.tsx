import { methodRuleDetail, methodRuleList } from '@gatehouse/contract/layouts/acls/connectmethodacl.ts';
import type { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { ariaOf } from '../../engine/fields/ariaOf.ts';
import type { CellProps, InputProps } from '../../engine/fields/FieldUi.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { joined } from '../../platform/i18n/joined.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { useHitTabs } from './HitTabs.tsx';
import { type PanelProps, RulePanel, RuleSide } from './RulePanel.tsx';
import { reviewersItem, ruleColumns, useActiveSwitch, withoutIdleReviewers } from './ruleSlots.tsx';
import { useMethods } from './useMethods.ts';

/** Ways to connect by the names that components give them; others by their value. */
function MethodsCell({ value }: Pick<CellProps<readonly string[]>, 'value'>) {
  const methods = useMethods();
  return <OverflowText>{joined(value.map((method) => methods?.get(method) ?? method))}</OverflowText>;
}

/** Rules that take ways to connect. */
export function MethodRuleListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof connectmethodacl> = {
    mode: methodRuleList,
    columns: { ...ruleColumns, connect_methods: { Cell: MethodsCell, width: 260, card: 'tags' } },
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    emptyText: t('empty.methods'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('help.methods')} />;
}

/** Ways to connect that components offer; others can be typed, because components come and go. */
function MethodsInput(props: InputProps<readonly string[]>) {
  const { value, onChange } = props;
  const methods = useMethods();
  return (
    <Select
      {...ariaOf(props)}
      mode="tags"
      tokenSeparators={[',', ' ']}
      value={[...(value ?? [])]}
      options={[...(methods ?? [])].map(([method, label]) => ({ value: method, label }))}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}

const Panel = (props: PanelProps) => <RulePanel kind="connectmethodacl" {...props} />;

const form: FormSlots<typeof connectmethodacl> = {
  fields: {
    priority: { required: true },
    action: { required: true, wide: true },
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
    cells: { connect_methods: MethodsCell },
    quickActions,
    side: ({ row }) => <RuleSide kind="connectmethodacl" row={row} />,
    tabs: ({ row }) => tabs(row),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
