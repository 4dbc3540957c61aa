import type { ListModeOf } from '../../console/ListMode.ts';
import type { rolebinding } from '../../resources/rbac/rolebinding.ts';

type Mode = ListModeOf<typeof rolebinding>;

const members: Mode = { abilities: true, fixed: ['user'], without: ['selection', 'import', 'export'] };

/** Users of a role, by the scope of the role; for an organization role, each with the organization. */
export const usersOfRole: Record<'org' | 'system', Mode> = {
  org: { ...members, columns: ['user', 'org_name'] },
  system: { ...members, columns: ['user'] },
};
