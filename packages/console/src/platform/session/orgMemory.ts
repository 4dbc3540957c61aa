import type { Cookies } from '../storage/cookies.ts';
import type { ConsoleStorage } from '../storage/storage.ts';
import type { View } from './organizations.ts';
import type { Organization } from './wire.ts';

/** Cookie that tells the server which organization WebSockets belong to; the last choice of all tabs. */
const ORG_COOKIE = 'X-JMS-ORG';

/** Enough to find an organization again; what the person may there is asked for anew. */
const inShort = ({ id, name, is_default, is_root }: Organization): Organization => ({
  id,
  name,
  ...(is_default && { is_default }),
  ...(is_root && { is_root }),
});

/** Remembers the organization a person works in: per person, per area, and the one before an auto-entered one. */
export const createOrgMemory = (deps: {
  storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>;
  cookies: Pick<Cookies, 'get' | 'set' | 'prefixed'>;
  /** What this tab keeps over a reload. */
  tab: Pick<ConsoleStorage, 'get' | 'set'>;
}) => {
  const { storage, cookies, tab } = deps;
  const keyOf = (username: string) => cookies.prefixed(`current_org_${username}`);
  const previousKeyOf = (username: string) => `PRE_ORG_${username}`;
  const viewCookie = (view: View) => cookies.prefixed(`org_${view}`);
  return {
    /** What a person chose last, preferably in this area. */
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
    /** Organization of requests sent before the person is known: that of this tab, for a new one the last of all. */
    lastId: () => tab.get(ORG_COOKIE) ?? cookies.get(ORG_COOKIE),
  };
};

/** Memory of organizations. */
export type OrgMemory = ReturnType<typeof createOrgMemory>;
