import { ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Organization, Profile } from './wire.ts';

/** Entered automatically in the settings area; never remembered as a choice. */
export const SYSTEM_ORG: Organization = { id: SYSTEM_ORG_ID, name: 'SystemSetting', is_system: true };
/** Entered by pages that work across organizations. */
export const GLOBAL_ORG: Organization = { id: ROOT_ORG_ID, name: 'Global', is_root: true };

/** Areas of the product, in order of preference. */
export const views = ['console', 'audit', 'workbench', 'tickets', 'settings', 'profile'] as const;
/** An area of the product: the first segment of its paths. */
export type View = (typeof views)[number];

const isView = (segment: string | undefined): segment is View => views.includes(segment as View);

/** The area of a path. */
export const viewOf = (path: string): View | undefined => {
  const segment = path.split('/').find(Boolean);
  return isView(segment) ? segment : undefined;
};

/** Whether this is the organization of the settings area, which is entered automatically and never chosen. */
export const isAutoEntered = (org: Organization | undefined): boolean => org?.id === SYSTEM_ORG_ID;

/** Whether this is the root organization. */
export const isRootOrg = (org: Organization | undefined): boolean =>
  org?.is_root === true || org?.id === ROOT_ORG_ID;

/** Organizations that a user may choose in an area; in the profile area, those of all areas. */
export const orgsOfView = (view: View | undefined, profile: Profile): Organization[] => {
  if (view === 'audit') return profile.audit_orgs;
  if (view === 'workbench') return profile.workbench_orgs;
  if (view === 'profile' || view === undefined) {
    const lists = [profile.console_orgs, profile.audit_orgs, profile.workbench_orgs];
    return [...new Map(lists.flat().map((org) => [org.id, org])).values()];
  }
  return profile.console_orgs;
};

/** The default organization, else the first real one, else any. */
export const initialOrg = (orgs: readonly Organization[]): Organization | undefined =>
  orgs.find((org) => org.is_default) ??
  orgs.find((org) => !isRootOrg(org) && org.id !== SYSTEM_ORG_ID) ??
  orgs[0];

/**
 * The organization to use: the current one if permitted, else the one before an automatically entered one,
 * else the latest earlier choice that is, else the initial one. If no organization is permitted, the current one stays or, if
 * it is that of the settings area, gives way to the one before it, if any.
 */
export const settleOrg = (input: {
  orgs: readonly Organization[];
  current?: Organization | undefined;
  previous?: Organization | undefined;
  remembered?: readonly Organization[];
}): Organization | undefined => {
  const { orgs, current, previous, remembered = [] } = input;
  if (orgs.length === 0) return isAutoEntered(current) ? (previous ?? current) : current;
  const permitted = (org: Organization | undefined) =>
    org && !isAutoEntered(org) ? orgs.find((organization) => organization.id === org.id) : undefined;
  const choice = [current, previous, ...remembered].map(permitted).find((org) => org !== undefined);
  return choice ?? initialOrg(orgs);
};

const ID = /^(\d+|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * Where to go after switching organizations: the path up to its first id or number, without `oid` and other
 * ids in the query; `platform` stays. If there is no such page, the root.
 */
export const pathAfterSwitch = (path: string, search: string, isKnown: (path: string) => boolean): string => {
  const segments = path.split('/').filter(Boolean);
  const firstId = segments.findIndex((segment) => ID.test(segment));
  const kept = firstId < 0 ? segments : segments.slice(0, firstId);
  const target = `/${kept.join('/')}`;
  if (!isKnown(target)) return '/';
  const query = new URLSearchParams(search);
  for (const [key, value] of [...query]) {
    if (key !== 'platform' && (key === 'oid' || ID.test(value))) query.delete(key);
  }
  const text = query.toString();
  return text ? `${target}?${text}` : target;
};

/** The areas a user may enter. */
export const permittedViews = (input: { profile: Profile; has: (permission: string) => boolean }): View[] => {
  const open: Record<View, boolean> = {
    console: input.profile.console_orgs.length > 0,
    audit: input.profile.audit_orgs.length > 0,
    workbench: true,
    tickets: input.has('tickets.view_ticket'),
    settings: input.has('settings.view_setting'),
    profile: true,
  };
  return views.filter((view) => open[view]);
};
