import type { virtualaccount } from '@gatehouse/contract/resources/accounts/virtualaccount.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import type { FormSlots } from '../../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { isSettable } from './settable.ts';

/** A read-only value in a form. */
const Said = ({ value }: InputProps) => (value ? String(value) : <Dash />);

/**
 * Whether a virtual account takes its secret from the sign-in; read-only unless the installation keeps
 * sign-in passwords.
 */
export function VirtualAccountFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const { settings } = useSession();
  const isKept = settings.CACHE_LOGIN_PASSWORD_ENABLED === true;
  const slots = useMemo<FormSlots<typeof virtualaccount>>(
    () => ({
      fields: {
        name: { component: Said },
        username: { component: Said },
        secret_from_login: {
          disabled: !isKept,
          ...(!isKept && { helpText: t('account.passwordNotKept') }),
        },
      },
      groups: (groups, { row }) =>
        row && !isSettable(row) ? groups.filter(({ key }) => key !== 'secret') : groups,
      toWire: ({ secret_from_login }) => ({ secret_from_login }),
      canSubmit: isKept,
      hasReset: isKept,
      nextPath: () => routes.path('AssetAccountList', {}, { activeTab: 'VirtualAccountList' }),
    }),
    [isKept, routes, t],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}
