import { lacksAccounts, SPECIFIED } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import type { Rule } from 'antd/es/form';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { FormSlots } from '../../engine/form/FormSlots.ts';
import { ResourceFormPage } from '../../engine/pages/ResourceFormPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { toWireTime } from '../../platform/time/time.ts';
import { ExpiryInput } from '../../resources/perms/assetpermission/ExpiryInput.tsx';
import { ProtocolsInput } from '../../resources/perms/assetpermission/ProtocolsInput.tsx';
import { AccountSelectInput } from '../accounts/AccountSelectInput.tsx';
import { GrantSummary } from './GrantSummary.tsx';

/** A new permission ends after this many days unless another end is chosen. */
const DAYS = 90;

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

/** A permission with neither assets nor nodes is a mistake, so one of the two fields is required. */
const needsTarget =
  (message: string): Rule =>
  (form) => ({
    validator: async (_, assets: unknown) => {
      if (isEmpty(assets) && isEmpty(form.getFieldValue('nodes'))) throw new Error(message);
    },
  });

/** Creates or updates a permission: who may connect to what, as which account, for how long. */
export function PermissionFormPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const [search] = useSearchParams();
  const [node, asset] = [search.get('node_id'), search.get('asset_id')];
  const slots = useMemo<FormSlots<typeof assetpermission>>(
    () => ({
      fields: {
        accounts: {
          component: AccountSelectInput,
          label: '',
          // The input explains its options; the field's own help text describes imports.
          helpText: '',
          wide: true,
          required: true,
          rules: [
            {
              validator: async (_, words?: string[]) => {
                if (lacksAccounts(words ?? [])) throw new Error(t('account.needOne'));
              },
            },
          ],
        },
        assets: { rules: [needsTarget(t('permission.needTarget'))] },
        protocols: { component: ProtocolsInput, wide: true },
        actions: { required: true, wide: true },
        date_expired: { component: ExpiryInput },
      },
      groupHelp: { account: t('permission.accountHelp'), action: t('permission.actionHelp') },
      initial: {
        is_active: true,
        accounts: [SPECIFIED],
        protocols: ['all'],
        actions: ['all'],
        date_start: toWireTime(dayjs()),
        date_expired: toWireTime(dayjs().add(DAYS, 'day')),
        ...(node && { nodes: [node] }),
        ...(asset && { assets: [asset] }),
      },
      Panel: GrantSummary,
      hasReset: true,
      nextPath: (row, { mode }) =>
        mode === 'create' ? routes.path('AssetPermissionDetail', { id: row.id }) : undefined,
    }),
    [t, routes, node, asset],
  );
  return <ResourceFormPage {...props} slots={slots} />;
}
