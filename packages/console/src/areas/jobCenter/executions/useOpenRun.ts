import { useNavigate } from 'react-router';
import { openTaskLog } from '../../../engine/detail/useTask.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';

/** Opens the page of a run, or its log for users who may not see that page. */
export const useOpenRun = (): ((id: string) => void) => {
  const navigate = useNavigate();
  const routes = useRouteNames();
  return (id) => {
    const path = routes.canOpen('ExecutionDetail') ? routes.path('ExecutionDetail', { id }) : undefined;
    if (path) void navigate(path);
    else openTaskLog(id);
  };
};
