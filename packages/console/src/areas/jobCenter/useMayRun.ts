import { useTranslation } from 'react-i18next';
import { can } from '../../platform/session/can.ts';
import { useSession } from '../../platform/session/useSession.ts';

/** Whether the user may start runs here, and why not. */
export const useMayRun = (): { can: boolean; reason?: string } => {
  const { t } = useTranslation('runs');
  const { isRoot, perms } = useSession();
  const mayRun = can(perms, 'ops.add_jobexecution');
  if (mayRun && !isRoot) return { can: true };
  return { can: false, reason: t(mayRun ? 'notInGlobal' : 'noPermission') };
};
