import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';

/** Records each visited page in the tag bar, with the affixed pages of its area in front. */
export const useTagVisits = (): void => {
  const { routes, tags } = useShell();
  const { pathname, fullPath, route } = useHere();
  const { t } = useTranslation('shell');

  useEffect(() => {
    if (!route) return;
    const affixed = routes.filter((candidate) => candidate.affix && candidate.view === route.view);
    tags.affix(
      affixed.map((candidate) => ({
        path: candidate.path,
        fullPath: candidate.path,
        name: candidate.name,
        title: t(`route.${candidate.name}`),
      })),
    );
    tags.visit({
      path: pathname,
      fullPath,
      name: route.name,
      title: t(`route.${route.name}`, { defaultValue: t('tag.noName') }),
      ...(route.affix && { affix: true }),
      ...(route.noCache && { noCache: true }),
    });
  }, [routes, tags, pathname, fullPath, route, t]);
};
