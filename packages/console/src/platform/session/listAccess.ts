import type { Need } from './can.ts';

/** Permission names of a list. */
export type ListPermissions = { view: Need; add: Need; change: Need; delete: Need };

/** The user's permissions in a list. */
export type ListAccess = {
  canView: boolean;
  canCreate: boolean;
  canUpdate: boolean;
  canClone: boolean;
  canDelete: boolean;
  canBulkDelete: boolean;
  canBulkUpdate: boolean;
  hasImport: boolean;
  hasExport: boolean;
};

/** Permissions derived from a list URL: `/api/v1/users/user-groups/` is `users.*_usergroup`. */
export const listPermissions = (url: string): ListPermissions => {
  const [, app = '', name = ''] = /\/api\/v1\/([^/]+)\/([^/?]+)/.exec(url) ?? [];
  const resource = name.replaceAll('-', '').replace(/s$/, '');
  const of = (verb: string) => `${app}.${verb}_${resource}`;
  return { view: of('view'), add: of('add'), change: of('change'), delete: of('delete') };
};

/**
 * The rules of every list. In the root organization, viewing, bulk deletion and export are possible
 * everywhere; all else, also deleting single rows, only on pages that work across organizations.
 */
export const listAccess = (input: {
  url: string;
  permissions?: Partial<ListPermissions>;
  can: (need: Need) => boolean;
  isRoot: boolean;
  disableOrgsChange?: boolean;
}): ListAccess => {
  const needs = { ...listPermissions(input.url), ...input.permissions };
  const held = { view: input.can(needs.view), add: input.can(needs.add), change: input.can(needs.change) };
  const mayDelete = input.can(needs.delete);
  const real = !input.isRoot || input.disableOrgsChange === true;
  return {
    canView: held.view,
    canCreate: held.add && real,
    canUpdate: held.change && real,
    canClone: held.add && real,
    canDelete: mayDelete && real,
    canBulkDelete: mayDelete,
    canBulkUpdate: held.change && real,
    hasImport: (held.add || held.change) && real,
    hasExport: held.view,
  };
};
