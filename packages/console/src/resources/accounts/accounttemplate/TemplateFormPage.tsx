import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValuesIn } from '../../../engine/form/FormItem.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { AccountSecretInput } from '../accountItems.tsx';
import { PushMethodsInput } from '../PushMethodsInput.tsx';
import { canPush, usePlatformsOf } from '../usePlatformsOf.ts';

/** Secret types the server can generate. */
const generated = new Set(['password', 'ssh_key']);

type Values = ValuesIn<typeof accounttemplate>;

const isRandom = ({ secret_strategy, secret_type }: Values) =>
  secret_strategy === 'random' && generated.has(String(secret_type));
const cannotPush = ({ secret_type }: Values) => !generated.has(String(secret_type));

const fields: FormSlots<typeof accounttemplate>['fields'] = {
  secret_type: { wide: true },
  secret_strategy: { hidden: (values) => cannotPush(values) },
  password_rules: { hidden: (values) => !isRandom(values) || values.secret_type !== 'password' },
  secret: { component: AccountSecretInput, hidden: isRandom, wide: true },
  passphrase: { hidden: (values) => isRandom(values) || values.secret_type !== 'ssh_key' },
  checkout_minutes: { hidden: ({ checkout_required }) => !checkout_required },
  platforms: { enableWhen: 'auto_push', outputFormat: (value) => value },
};

/** A secret that the server cannot generate is neither random nor pushed automatically. */
const settled = (body: Values): Values =>
  cannotPush(body) ? { ...body, secret_strategy: 'specific', auto_push: false } : body;

/** Creates or updates an account template: where the secret comes from, and how its accounts are pushed. */
export function TemplateFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const [chosen, setChosen] = useState<(string | number)[]>([]);
  const [secretType, setSecretType] = useState<unknown>();
  const platforms = usePlatformsOf({ platforms: chosen });
  const mayPush = useCan()('accounts.push_account');
  const slots = useMemo<FormSlots<typeof accounttemplate>>(() => {
    const methods = platforms
      .filter((platform) => canPush(platform, secretType))
      .map(({ automation }) => String(automation?.push_account_method ?? ''));
    return {
      fields: {
        ...fields,
        // Without the permission a template that pushes can still be changed otherwise, or stop pushing.
        auto_push: {
          disabled: (values) => cannotPush(values) || (!mayPush && !values.auto_push),
          ...(!mayPush && { helpText: t('noPermission') }),
        },
        push_params: {
          component: PushMethodsInput,
          el: { methods: [...new Set(methods)].filter(Boolean) },
          wide: true,
          enableWhen: 'auto_push',
          disabled: !mayPush,
          helpText: chosen.length === 0 ? t('account.pushParamsHelp') : '',
          inputFormat: (value) => value ?? {},
          outputFormat: (value) => ({ push_params: value ?? {} }),
        },
      },
      toWire: settled,
      watch: (values) => {
        const now = idsOf(values.platforms);
        setChosen((before) => (String(before) === String(now) ? before : now));
        setSecretType(values.secret_type);
      },
    };
  }, [platforms, secretType, chosen.length, mayPush, t]);
  return <ResourceFormPage {...props} slots={slots} />;
}

const idsOf = (platforms: Values['platforms']): (string | number)[] =>
  (platforms ?? []).flatMap((item) => {
    if (typeof item !== 'object') return item;
    return 'id' in item ? item.id : [];
  });
