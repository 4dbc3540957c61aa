import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';

const SPECIFIC = { secret_strategy: 'specific' } as const;
const RANDOM = { secret_strategy: 'random' } as const;

const slots: FormSlots<typeof changesecretautomation> = {
  fields: {
    accounts: { wide: true },
    secret: { enableWhen: SPECIFIC, wide: true },
    password_rules: { enableWhen: RANDOM },
    crontab: { enableWhen: 'is_periodic' },
    interval: { enableWhen: 'is_periodic' },
  },
  initial: {
    accounts: [],
    secret_type: 'password',
    secret_strategy: 'random',
    is_periodic: true,
    crontab: null,
    interval: 24,
    is_active: true,
  },
  groups: (groups, { mode }) =>
    groups.map((group) => ({
      ...group,
      // A stored secret stays when none is entered.
      items: group.items.map((item) =>
        item.id === 'secret' && mode === 'create' ? { ...item, required: true } : item,
      ),
    })),
  encrypt: ['secret'],
};

/** Creates or changes a secret change plan. */
export function ChangePlanFormPage(props: ResourcePageProps) {
  return <ResourceFormPage {...props} slots={slots} />;
}
