import { isServedModule } from '@gatehouse/contract/ops/jobs.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';

type Template = Pick<RowOf<typeof adhoc, 'list'>, 'id' | 'module'>;

/** Opens the form of a new job with the command of a template. */
export const useJobOf = (): ((template: Template) => Action) => {
  const { t } = useTranslation('ops');
  const { t: runs } = useTranslation('runs');
  const { isRoot } = useSession();
  const routes = useRouteNames();
  return ({ id, module }) => ({
    name: 'job',
    title: t('templates.createJob'),
    order: 1,
    has: routes.canOpen('JobCreate'),
    can: isServedModule(module.value) && !isRoot,
    reason: runs(isRoot ? 'notInGlobal' : 'quick.moduleUnserved'),
    to: routes.path('JobCreate', {}, { type: 'adhoc', id }),
  });
};
