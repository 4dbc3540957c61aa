import { commandFilterDetail } from '@gatehouse/contract/layouts/acls/commandfilteracl.ts';
import type { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { useMemo } from 'react';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { AccountsFact } from '../../resources/perms/assetpermission/permissionCells.tsx';
import { useHitTabs } from './HitTabs.tsx';
import { type PanelProps, RulePanel, RuleSide } from './RulePanel.tsx';
import { reviewersItem, useAccountsItem, useActiveSwitch, withoutIdleReviewers } from './ruleSlots.tsx';

const Panel = (props: PanelProps) => <RulePanel kind="commandfilteracl" {...props} />;

/** Creates or updates a command filter. */
export function CommandFilterFormPage(props: ResourcePageProps) {
  const accounts = useAccountsItem();
  const slots = useMemo<FormSlots<typeof commandfilteracl>>(
    () => ({
      fields: {
        priority: { required: true },
        accounts,
        action: { required: true, wide: true },
        reviewers: reviewersItem,
      },
      initial: {
        priority: 50,
        action: 'reject',
        is_active: true,
        accounts: ['@ALL'],
        users: { type: 'all' },
        assets: { type: 'all' },
      },
      toWire: withoutIdleReviewers,
      Panel,
    }),
    [accounts],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}

/** A command filter: what it does, and whom and what it hits. */
export function CommandFilterDetailPage(props: ResourcePageProps) {
  const tabs = useHitTabs();
  const quickActions = useActiveSwitch('acls.change_commandfilteracl');
  const slots: DetailSlots<typeof commandfilteracl> = {
    layout: commandFilterDetail,
    cells: { accounts: AccountsFact },
    quickActions,
    side: ({ row }) => <RuleSide kind="commandfilteracl" row={row} />,
    tabs: ({ row }) => tabs(row),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
