import { HttpError } from '../http/HttpError.ts';
import type { Http } from '../http/http.ts';
import { PROFILE_URL } from '../http/sessionCheck.ts';
import { GLOBAL_ORG, permittedViews, SYSTEM_ORG, type View } from './organizations.ts';
import type { OrgMemory } from './orgMemory.ts';
import type { SessionState, SessionStore } from './sessionStore.ts';
import { startUpCalls } from './startUpCalls.ts';
import { applyVisit, askAbout, ownOrg, QUIET } from './visit.ts';
import type { Organization, Profile } from './wire.ts';

/** How start-up ended. */
export type StartOutcome =
  | { kind: 'ready' }
  /** The browser is going to the login page. */
  | { kind: 'login' }
  | { kind: 'failed'; error: unknown; untrustedHost: boolean };

/** What start-up needs. */
export type StartUpDeps = {
  http: Http;
  session: SessionStore;
  orgMemory: OrgMemory;
  /** Resolves when texts are loaded, so that a refusal can be told in words. */
  texts?: Promise<unknown>;
  /** Reports the refusal, and goes to the login page. */
  onProfileRefused: () => void;
  /** Called when all further requests belong to another organization. */
  onOrgChanged: () => void;
};

/** Loads the user, settings and current organization; returns the organization. */
const readSession = async ({ http, session }: StartUpDeps): Promise<Organization | undefined> => {
  http.call(startUpCalls.session, QUIET).catch(() => undefined);
  const open = http.call(startUpCalls.open, QUIET);
  const profile = http.call(startUpCalls.profile, QUIET);
  const settings = http.call(startUpCalls.settings, QUIET);
  const org = http.call(startUpCalls.org, QUIET);
  for (const request of [open, profile, settings, org]) request.catch(() => undefined);
  session.setSettings(await open);
  session.setProfile(await profile);
  session.setSettings({ ...(await open), ...(await settings) });
  const current = await org.catch(() => undefined);
  if (current) session.setCurrentOrg(current);
  return current;
};

/**
 * Loads user, settings and organization in the order of the specification, and updates them on navigation.
 * Only one visit is under way: a later one aborts it, so each is applied as a whole or not at all.
 */
export const createStartUp = (deps: StartUpDeps) => {
  const { http, session, orgMemory } = deps;
  let underWay = new AbortController();
  /** Organization to which the permissions in the session store belong. */
  let permsOf: string | undefined;
  let lastPath: string | undefined;

  let ahead: Promise<StartOutcome> | undefined;

  const beginVisit = (): AbortSignal => {
    underWay.abort();
    underWay = new AbortController();
    return underWay.signal;
  };

  const read = async (): Promise<StartOutcome> => {
    try {
      permsOf = (await readSession(deps))?.id;
      return { kind: 'ready' };
    } catch (error) {
      if (isRefused(error)) {
        await deps.texts;
        deps.onProfileRefused();
        return { kind: 'login' };
      }
      return { kind: 'failed', error, untrustedHost: isUntrustedHost(error) };
    }
  };

  /** Starts to load before a page asks for it. */
  const begin = (): void => {
    ahead = read();
  };

  const load = (): Promise<StartOutcome> => {
    const outcome = ahead ?? read();
    ahead = undefined;
    return outcome;
  };

  /**
   * Called before each page; returns the area to redirect to, if any. A page whose query changes is not
   * entered again. A failure leaves the session store unchanged, so that the next attempt starts over.
   */
  const enter = async (
    view: View | undefined,
    wantsGlobal: boolean,
    path: string,
  ): Promise<View | undefined> => {
    const signal = beginVisit();
    const state = session.get();
    const isNewView = !state.initialised || view !== state.view;
    if (!isNewView && path === lastPath) return undefined;
    const permitted = permittedViewsOf(state);
    if (isNewView && view && !permitted.includes(view)) return permitted[0];
    const auto = view === 'settings' ? SYSTEM_ORG : wantsGlobal ? GLOBAL_ORG : undefined;
    const own = ownOrg(deps, view);
    try {
      const fetched = own && own.id !== permsOf ? await askAbout(http, own, signal) : undefined;
      if (signal.aborted) return undefined;
      if (fetched) permsOf = fetched.org.id;
      if (applyVisit(deps, { view, own, auto }, fetched)) deps.onOrgChanged();
      lastPath = path;
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isRefused(error)) deps.onProfileRefused();
      throw error;
    }
  };

  /**
   * The user chooses an organization. It takes effect at once, and a visit under way cannot replace it. A
   * page that stays open passes the user's profile in that organization.
   */
  const choose = (org: Organization, there?: Profile) => {
    beginVisit();
    if (there) {
      session.setProfile(there);
      permsOf = org.id;
    }
    const { profile, view } = session.get();
    session.setCurrentOrg(org);
    session.set({ autoOrg: false, preOrg: undefined });
    if (profile) orgMemory.remember(profile.username, view, org);
  };

  return { begin, load, enter, choose };
};

/** Start-up of a page. */
export type StartUp = ReturnType<typeof createStartUp>;

const permittedViewsOf = ({ profile, perms }: SessionState): View[] =>
  profile ? permittedViews({ profile, has: (p) => perms.has(p) }) : [];

const isOfProfile = (error: HttpError) => error.url.startsWith(PROFILE_URL);

const isRefused = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 401 || (error.status === 403 && isOfProfile(error)));

const isUntrustedHost = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 400 && !isOfProfile(error);
