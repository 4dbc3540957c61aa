import { jobModuleFor } from '@gatehouse/contract/ops/jobs.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';

/** A command template, or a playbook, which has no module. */
type Template = { id: string; module?: { value: string } };

/** Opens the form of a new job with a command template or a playbook. */
export const useJobOf = (type: 'adhoc' | 'playbook'): ((template: Template) => Action) => {
  const { t } = useTranslation('ops');
  const { t: runs } = useTranslation('runs');
  const { isRoot } = useSession();
  const routes = useRouteNames();
  return ({ id, module }) => ({
    name: 'job',
    title: t('templates.createJob'),
    order: 1,
    has: routes.canOpen('JobCreate'),
    can: !isRoot && (module === undefined || jobModuleFor(module.value) !== undefined),
    reason: runs(isRoot ? 'notInGlobal' : 'quick.moduleUnserved'),
    to: routes.path('JobCreate', {}, { type, id }),
  });
};
