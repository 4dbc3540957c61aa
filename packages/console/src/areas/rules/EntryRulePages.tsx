import type { DayPeriod } from '@gatehouse/contract/acls/timePeriod.ts';
import { loginRuleDetail, loginRuleList } from '@gatehouse/contract/layouts/acls/loginacl.ts';
import { assetRuleDetail, assetRuleList } from '@gatehouse/contract/layouts/acls/loginassetacl.ts';
import type { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import type { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { AddressTags } from '../../engine/fields/ipGroup/ui.tsx';
import { timesText } from '../../engine/fields/timePeriod/timesText.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { useWords } from '../../engine/i18n/useWords.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { usePlatform } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { AccountsFact } from '../../resources/perms/assetpermission/permissionCells.tsx';
import { useHitTabs } from './HitTabs.tsx';
import { type PanelProps, RulePanel, RuleSide } from './RulePanel.tsx';
import {
  reviewersItem,
  ruleColumns,
  useAccountsItem,
  useActiveSwitch,
  withoutIdleReviewers,
} from './ruleSlots.tsx';

type Conditions = { ip_group: string[]; time_period: DayPeriod[] };

/** Addresses and times of a rule. */
function ConditionsFact({ value }: { value: Conditions }) {
  const t = useWords();
  const { language } = usePlatform();
  return (
    <div>
      <AddressTags value={value.ip_group} />
      <div>{timesText(value.time_period, language, t) ?? t('timePeriod.always')}</div>
    </div>
  );
}

const everywhere = { ip_group: ['*'], time_period: [] };

const start = {
  priority: 50,
  action: 'reject',
  is_active: true,
  users: { type: 'all' },
  rules: everywhere,
} as const;

/** Rules about sign-ins. */
export function LoginRuleListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof loginacl> = {
    mode: loginRuleList,
    columns: ruleColumns,
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    rowActions: (_row, usual) => usual.filter(({ name }) => name !== 'clone'),
    emptyText: t('empty.login'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('help.login')} />;
}

const LoginPanel = (props: PanelProps) => <RulePanel kind="loginacl" {...props} />;

const loginForm: FormSlots<typeof loginacl> = {
  fields: { priority: { required: true }, action: { required: true, wide: true }, reviewers: reviewersItem },
  initial: { ...start, rules: { ...everywhere } },
  toWire: withoutIdleReviewers,
  Panel: LoginPanel,
};

/** Creates or updates a rule about sign-ins. */
export const LoginRuleFormPage = (props: ResourcePageProps) => (
  <ResourceFormPage {...props} slots={loginForm} />
);

/** A rule about sign-ins. */
export function LoginRuleDetailPage(props: ResourcePageProps) {
  const tabs = useHitTabs();
  const quickActions = useActiveSwitch('acls.change_loginacl');
  const slots: DetailSlots<typeof loginacl> = {
    layout: loginRuleDetail,
    cells: { rules: ConditionsFact },
    quickActions,
    side: ({ row }) => <RuleSide kind="loginacl" row={row} />,
    tabs: ({ row }) => tabs(row),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}

/** Rules about connections to assets. */
export function AssetRuleListPage(props: ResourcePageProps) {
  const { t } = useTranslation('rules');
  const slots: ListSlots<typeof loginassetacl> = {
    mode: assetRuleList,
    columns: ruleColumns,
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    emptyText: t('empty.connection'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('help.connection')} />;
}

const AssetPanel = (props: PanelProps) => <RulePanel kind="loginassetacl" {...props} />;

/** Creates or updates a rule about connections to assets. */
export function AssetRuleFormPage(props: ResourcePageProps) {
  const accounts = useAccountsItem();
  const slots = useMemo<FormSlots<typeof loginassetacl>>(
    () => ({
      fields: {
        priority: { required: true },
        accounts,
        action: { required: true, wide: true },
        reviewers: reviewersItem,
      },
      initial: { ...start, rules: { ...everywhere }, assets: { type: 'all' }, accounts: ['@ALL'] },
      toWire: withoutIdleReviewers,
      Panel: AssetPanel,
    }),
    [accounts],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** A rule about connections to assets. */
export function AssetRuleDetailPage(props: ResourcePageProps) {
  const tabs = useHitTabs();
  const quickActions = useActiveSwitch('acls.change_loginassetacl');
  const slots: DetailSlots<typeof loginassetacl> = {
    layout: assetRuleDetail,
    cells: { rules: ConditionsFact, accounts: AccountsFact },
    quickActions,
    side: ({ row }) => <RuleSide kind="loginassetacl" row={row} />,
    tabs: ({ row }) => tabs(row),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
