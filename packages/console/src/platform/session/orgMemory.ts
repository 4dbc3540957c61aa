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
 * Remembers the user's choice of organization, in general and for each area, and the one before an
 * automatically entered one.
 */
export const createOrgMemory = (deps: {
  storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>;
  cookies: Pick<Cookies, 'get' | 'set' | 'prefixed'>;
  /** Data that this tab keeps across a reload. */
  tab: Pick<ConsoleStorage, 'get' | 'set'>;
}) => {
  const { storage, cookies, tab } = deps;
  const keyOf = (username: string) => cookies.prefixed(`current_org_${username}`);
  const previousKeyOf = (username: string) => `PRE_ORG_${username}`;
  const viewCookie = (view: View) => cookies.prefixed(`org_${view}`);
  return {
    /** The user's last choice, preferably in this area. */
    chosen: (username: string, view: View | undefined): Organization | undefined => {
      const id = view && cookies.get(viewCookie(view));
      const last = storage.getJson<Organization>(keyOf(username));
      return id ? { id, name: last?.id === id ? last.name : '' } : last;
    },
    remember: (username: string, view: View | undefined, org: Organization) => {
      storage.setJson(keyOf(username), inShort(org));
      cookies.set(ORG_COOKIE, org.id);
      tab.set(ORG_COOKIE, org.id);
      if (view) cookies.set(viewCookie(view), org.id, { days: 365 });
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
