import { useSearchParams } from 'react-router';

/** Scope of a role. */
export type RoleScope = 'system' | 'org';

/** Collection URL of the roles of a scope. */
export const rolesUrl = (scope: RoleScope): `/api/v1/rbac/${RoleScope}-roles/` =>
  `/api/v1/rbac/${scope}-roles/`;

/** The scope of the role or roles on this page, from the address. */
export const useRoleScope = (): RoleScope => {
  const [search] = useSearchParams();
  return search.get('scope') === 'org' || search.get('activeTab')?.toLowerCase() === 'orgrolelist'
    ? 'org'
    : 'system';
};
