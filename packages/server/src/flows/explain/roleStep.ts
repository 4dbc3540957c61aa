import { can } from '../../engine/permission.ts';
import type { Database } from '../../platform/database.ts';
import { actorOf, type IdentifyDeps } from '../identify/identify.ts';
import type { User } from '../identify/user.ts';
import type { Question } from './question.ts';
import { plainStep, type Step } from './steps.ts';

/** The codename that a role must grant for connecting, in any of the user's organizations. */
const need = 'authentication.add_connectiontoken';

/** What is needed to find out what a user's roles allow. */
export type RoleDeps = Pick<IdentifyDeps, 'roles' | 'licence'>;

/** Whether the roles of the user allow connecting at all. */
export const roleStep = async (
  user: User | undefined,
  { asset }: Question,
  deps: RoleDeps,
  db: Database,
): Promise<Step> => {
  const joined = user?.held.flatMap(({ org }) => org ?? []) ?? [];
  for (const id of new Set([asset.org_id, ...joined])) {
    const actor = user && (await actorOf(user, { id, name: '', isRoot: false }, { ...deps, db }));
    if (actor && can(actor, need)) return plainStep('role');
  }
  return plainStep('role', 'role_missing');
};
