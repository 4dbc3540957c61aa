import AimOutlined from '@ant-design/icons/AimOutlined';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';

/** Leads from a user or an asset to the explanation of access. */
export const useExplainAction = (): ((about: { user: string } | { asset: string }) => Action) => {
  const { t } = useTranslation('shell');
  const routes = useRouteNames();
  return (about) => ({
    name: 'explain',
    title: t('route.ExplainAccess'),
    icon: <AimOutlined aria-hidden />,
    isMinor: true,
    has: routes.canOpen('ExplainAccess'),
    to: routes.path('ExplainAccess', {}, { ...about }) ?? '',
  });
};
