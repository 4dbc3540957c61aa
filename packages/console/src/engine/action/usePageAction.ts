import { useTranslation } from 'react-i18next';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import type { Action } from './Action.ts';

/**
 * The action that leads to a page without a row of its own, by the name that the menu gives it; none for users who may not
 * open that page.
 */
export const usePageAction = (route: string): ((query: Record<string, string | undefined>) => Action[]) => {
  const { t } = useTranslation('shell');
  const routes = useRouteNames();
  return (query) => {
    const to = routes.canOpen(route) ? routes.path(route, {}, query) : undefined;
    return to ? [{ name: route, title: t(`route.${route}`), to, isMinor: true }] : [];
  };
};
