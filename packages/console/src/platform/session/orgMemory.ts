import type { Cookies } from '../storage/cookies.ts';
import type { ConsoleStorage } from '../storage/storage.ts';
import type { View } from './organizations.ts';
import type { Organization } from './wire.ts';

/**
 * Cookie with the organization of WebSockets; all tabs share it, so it holds the last choice made in any tab.
 */
const ORG_COOKIE = 'X-JMS-ORG';

/** What is needed to find an organization again; the user's permissions there are requested anew. */
const inShort = ({ id, name, is_default, is_root }: Organization): Organization => ({
  id,
  name,
  ...(is_default && { is_default }),
  ...(is_root && { is_root }),
});

/**
 * Remembers the user's choice of organization, in general and for each area, the choice before it in each
 * area, and the organization before an automatically entered one.
 */
export const createOrgMemory = (deps: {
  storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>;
  cookies: Pick<Cookies, 'get' | 'set' | 'prefixed'>;
  /** Data that this tab keeps across a reload. */
  tab: Pick<ConsoleStorage, 'get' | 'set'>;
}) => {
  const { storage, cookies, tab } = deps;
  const keyOf = (username: string, view?: View) =>
    cookies.prefixed(['current_org', username, ...(view ? [view] : [])].join('_'));
  const earlierKeyOf = (username: string, view: View) => cookies.prefixed(`previous_org_${username}_${view}`);
  const previousKeyOf = (username: string) => `PRE_ORG_${username}`;
  const viewCookie = (view: View) => cookies.prefixed(`org_${view}`);
  const earlierCookie = (view: View) => cookies.prefixed(`previous_org_${view}`);

  /** Remembers the choice of an area and, if it is another one than before, the one before. */
  const rememberInView = (username: string, view: View, org: Organization) => {
    const before = storage.getJson<Organization>(keyOf(username, view));
    if (before && before.id !== org.id) {
      storage.setJson(earlierKeyOf(username, view), inShort(before));
      cookies.set(earlierCookie(view), before.id, { days: 365 });
    }
    storage.setJson(keyOf(username, view), inShort(org));
    cookies.set(viewCookie(view), org.id, { days: 365 });
  };

  return {
    /** The user's choices, latest first: the last and the one before it in this area, then the last in any. */
    chosen: (username: string, view: View | undefined): Organization[] => {
      const last = storage.getJson<Organization>(keyOf(username));
      const id = view && cookies.get(viewCookie(view));
      const inView = view && [
        storage.getJson<Organization>(keyOf(username, view)) ?? (id ? { id, name: '' } : undefined),
        storage.getJson<Organization>(earlierKeyOf(username, view)),
      ];
      return [...(inView ?? []), last].filter((org) => org !== undefined);
    },
    remember: (username: string, view: View | undefined, org: Organization) => {
      storage.setJson(keyOf(username), inShort(org));
      cookies.set(ORG_COOKIE, org.id);
      tab.set(ORG_COOKIE, org.id);
      if (view) rememberInView(username, view, org);
    },
    previous: (username: string) => storage.getJson<Organization>(previousKeyOf(username)),
    rememberPrevious: (username: string, org: Organization) =>
      storage.setJson(previousKeyOf(username), inShort(org)),
    /**
     * Organization of requests sent before the user is known: this tab's or, in a new tab, the last one
     * chosen in any tab.
     */
    lastId: () => tab.get(ORG_COOKIE) ?? cookies.get(ORG_COOKIE),
  };
};

/** Memory of organizations. */
export type OrgMemory = ReturnType<typeof createOrgMemory>;
