import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValuesIn } from '../../engine/form/FormItem.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { AccountSecretInput } from '../../resources/accounts/accountItems.tsx';
import { CommandsInput } from './CommandsInput.tsx';
import { HomeInput } from './HomeInput.tsx';

type Values = ValuesIn<typeof changesecretautomation>;

const isRandom = ({ secret_strategy }: Values) => secret_strategy === 'random';
const isKey = ({ secret_type }: Values) => secret_type === 'ssh_key';

const slots: FormSlots<typeof changesecretautomation> = {
  fields: {
    accounts: { wide: true },
    secret: { component: AccountSecretInput, hidden: isRandom, wide: true },
    passphrase: { hidden: (values) => isRandom(values) || !isKey(values) },
    password_rules: { hidden: (values) => !isRandom(values) || isKey(values) },
    ssh_key_change_strategy: { hidden: (values) => !isKey(values), wide: true },
    params: { wide: true },
    recipients: { wide: true },
    crontab: { enableWhen: 'is_periodic' },
    interval: { enableWhen: 'is_periodic' },
  },
  initial: {
    accounts: [],
    secret_type: 'password',
    secret_strategy: 'random',
    ssh_key_change_strategy: 'add',
    params: {},
    is_periodic: true,
    crontab: null,
    interval: 24,
    is_active: true,
    recipients: [],
  },
  groups: (groups, { mode }) =>
    groups.map((group) => ({
      ...group,
      // A stored secret stays when none is entered.
      items: group.items.map((item) =>
        item.id === 'secret' && mode === 'create' ? { ...item, required: true } : item,
      ),
    })),
  encrypt: ['secret', 'passphrase'],
};

/** Creates or changes a secret change plan. */
export function ChangePlanFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const [hasKeys, setHasKeys] = useState(false);
  const params = hasKeys
    ? { component: HomeInput, label: t('changes.home'), helpText: t('changes.homeHelp') }
    : { component: CommandsInput, label: t('changes.commands'), helpText: t('changes.commandsHelp') };
  const fields = { ...slots.fields, params: { ...slots.fields?.params, ...params } };
  const watch = (values: Values) => setHasKeys(isKey(values));
  return <ResourceFormPage {...props} slots={{ ...slots, fields, watch }} />;
}
