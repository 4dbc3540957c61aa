import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import type { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import { useTranslation } from 'react-i18next';
import type { ValuesIn } from '../../engine/form/FormItem.ts';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { AccountSecretInput } from '../../resources/accounts/accountItems.tsx';
import { namedParams } from '../../resources/accounts/namedParams.ts';
import { PushMethodsInput } from '../../resources/accounts/PushMethodsInput.tsx';

type Values = ValuesIn<typeof pushaccountautomation>;

const isRandom = ({ secret_strategy }: Values) => secret_strategy === 'random';
const isKey = ({ secret_type }: Values) => secret_type === 'ssh_key';

const slots: FormSlots<typeof pushaccountautomation> = {
  fields: {
    accounts: { wide: true },
    secret: { component: AccountSecretInput, hidden: isRandom, wide: true },
    passphrase: { hidden: (values) => isRandom(values) || !isKey(values) },
    password_rules: { hidden: (values) => !isRandom(values) || isKey(values) },
    ssh_key_change_strategy: { hidden: (values) => !isKey(values), wide: true },
    params: {
      component: PushMethodsInput,
      // The methods of runners that have parameters.
      el: { methods: ['push_account_posix', 'push_account_local_windows'] },
      wide: true,
      inputFormat: (value) => value ?? {},
      outputFormat: (value) => ({ params: namedParams(value as MethodParams | undefined) }),
    },
    crontab: { enableWhen: 'is_periodic' },
    interval: { enableWhen: 'is_periodic' },
  },
  initial: {
    accounts: [],
    secret_type: 'password',
    secret_strategy: 'random',
    ssh_key_change_strategy: 'add',
    is_periodic: false,
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
  encrypt: ['secret', 'passphrase'],
};

/** Creates or changes a plan that pushes accounts. */
export function PushPlanFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const params = { ...slots.fields?.params, label: t('pushes.params'), helpText: t('pushes.paramsHelp') };
  return <ResourceFormPage {...props} slots={{ ...slots, fields: { ...slots.fields, params } }} />;
}
