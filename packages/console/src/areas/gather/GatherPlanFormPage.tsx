import type { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';

const slots: FormSlots<typeof gatheraccountsautomation> = {
  fields: {
    crontab: { enableWhen: 'is_periodic' },
    interval: { enableWhen: 'is_periodic' },
  },
  initial: { is_sync_account: false, is_periodic: true, crontab: null, interval: 24, is_active: true },
};

/** Creates or changes a plan that looks for accounts. */
export function GatherPlanFormPage(props: ResourcePageProps) {
  return <ResourceFormPage {...props} slots={slots} />;
}
