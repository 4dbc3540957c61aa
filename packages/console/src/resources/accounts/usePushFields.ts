import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../platform/session/useSession.ts';
import { namedParams } from './namedParams.ts';
import { PushMethodsInput } from './PushMethodsInput.tsx';
import { type AccountPlatform, canPush } from './usePlatformsOf.ts';

type Pushed = { secret_type?: unknown; push_now?: unknown };

/** Whether and how an account is pushed once it is saved; only where a platform can do that, and the user may. */
export const usePushFields = () => {
  const { t } = useTranslation('resources');
  const mayPush = useCan()('accounts.push_account');
  return useCallback(
    (platforms: readonly AccountPlatform[]) => {
      const fitting = (values: Pushed) =>
        platforms.filter((platform) => mayPush && canPush(platform, values.secret_type));
      const methods = fitting({}).map(({ automation }) => String(automation?.push_account_method ?? ''));
      return {
        push_now: {
          hidden: (values: Pushed) => fitting(values).length === 0,
          helpText: t('account.pushNowHelp'),
        },
        params: {
          component: PushMethodsInput,
          el: { methods: [...new Set(methods)].filter(Boolean) },
          wide: true,
          hidden: (values: Pushed) => !values.push_now || fitting(values).length === 0,
          helpText: t('account.pushNowParamsHelp'),
          inputFormat: (value: unknown) => value ?? {},
          outputFormat: (value: unknown) => ({ params: namedParams(value as MethodParams | undefined) }),
        },
      };
    },
    [mayPush, t],
  );
};
