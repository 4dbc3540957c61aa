import { HttpError } from '../http/HttpError.ts';
import type { Http } from '../http/http.ts';
import { PROFILE_URL } from '../http/sessionCheck.ts';
import { GLOBAL_ORG, orgsOfView, permittedViews, SYSTEM_ORG, settleOrg, type View } from './organizations.ts';
import type { OrgMemory } from './orgMemory.ts';
import type { SessionState, SessionStore } from './sessionStore.ts';
import type { OpenSettings, Organization, Profile, PublicSettings } from './wire.ts';

/** How start-up ended. */
export type StartOutcome =
  | { kind: 'ready' }
  /** The browser is on its way to the login page. */
  | { kind: 'login' }
  | { kind: 'failed'; error: unknown; untrustedHost: boolean };

/** What start-up works with. */
export type StartUpDeps = {
  http: Http;
  session: SessionStore;
  orgMemory: OrgMemory;
  /** Tells the person why and goes to the login page. */
  onProfileRefused: () => void;
  /** The organization of all following requests is another one. */
  onOrgChanged: () => void;
};

/** Where a person goes: the area, the organization of their own there, and what the page enters by itself. */
type Visit = { view: View | undefined; own: Organization | undefined; auto: Organization | undefined };
type Told = { profile: Profile; org: Organization };

const ORG_URL = '/api/v1/orgs/orgs/current/';
const QUIET = { disableFlashErrorMsg: true } as const;

/**
 * Loads who, what is switched on, and where, in the order of the specification, and keeps it right on navigation.
 * One visit is under way at a time: a later one ends it, and what it found out is applied at once or not at all.
 */
export const createStartUp = (deps: StartUpDeps) => {
  const { http, session, orgMemory } = deps;
  let underWay = new AbortController();
  /** Organization the permissions of the session are of. */
  let permsOf: string | undefined;
  let lastPath: string | undefined;

  const begin = (): AbortSignal => {
    underWay.abort();
    underWay = new AbortController();
    return underWay.signal;
  };

  const load = async (): Promise<StartOutcome> => {
    http.get('/api/v1/authentication/user-session/', QUIET).catch(() => undefined);
    const open = http.get<OpenSettings>('/api/v1/settings/public/open/', QUIET);
    const profile = http.get<Profile>(PROFILE_URL, QUIET);
    const settings = http.get<PublicSettings>('/api/v1/settings/public/', QUIET);
    const org = http.get<Organization>(ORG_URL, QUIET);
    for (const request of [open, profile, settings, org]) request.catch(() => undefined);
    try {
      session.setSettings(await open);
      session.setProfile(await profile);
      session.setSettings({ ...(await open), ...(await settings) });
      const current = await org.catch(() => undefined);
      if (current) session.setCurrentOrg(current);
      permsOf = current?.id;
      return { kind: 'ready' };
    } catch (error) {
      if (isRefused(error)) {
        deps.onProfileRefused();
        return { kind: 'login' };
      }
      return { kind: 'failed', error, untrustedHost: isUntrustedHost(error) };
    }
  };

  /** What the person is and may in an organization, unless that is known already. */
  const ask = async (org: Organization | undefined, signal: AbortSignal): Promise<Told | undefined> => {
    if (!org || org.id === permsOf) return undefined;
    const options = { ...QUIET, oid: org.id, signal };
    const whole = http.get<Organization>(ORG_URL, options).catch(() => org);
    const profile = await http.get<Profile>(PROFILE_URL, options);
    const answered = await whole;
    return { profile, org: answered.id === org.id ? answered : org };
  };

  const apply = ({ view, own, auto }: Visit, told: Told | undefined) => {
    if (told) {
      session.setProfile(told.profile);
      permsOf = told.org.id;
    }
    const before = session.get();
    const mine = told?.org ?? own;
    session.set({
      view,
      usingOrgs: before.profile ? orgsOfView(view, before.profile) : [],
      initialised: true,
      autoOrg: auto !== undefined,
      ...(auto && mine && { preOrg: mine }),
    });
    const { profile } = before;
    if (profile && mine && auto) orgMemory.rememberPrevious(profile.username, mine);
    if (profile && mine && isSettling(before, view)) orgMemory.remember(profile.username, view, mine);
    const target = auto ?? mine;
    if (target) session.setCurrentOrg(target);
    if (before.currentOrg?.id !== target?.id) deps.onOrgChanged();
  };

  /** Where the person works there: unchanged within an area, settled when the area is another one. */
  const ownOrg = (view: View | undefined): Organization | undefined => {
    const state = session.get();
    const current = state.autoOrg ? state.preOrg : state.currentOrg;
    if (!state.profile || !isSettling(state, view)) return current;
    const { username } = state.profile;
    return settleOrg({
      orgs: orgsOfView(view, state.profile),
      current,
      previous: state.preOrg ?? orgMemory.previous(username),
      remembered: orgMemory.chosen(username, view),
    });
  };

  /**
   * Called before each page; answers where to go instead, if anywhere. The same page with another query keeps
   * everything. A failure leaves the session as it was, so that the next attempt asks again.
   */
  const enter = async (
    view: View | undefined,
    wantsGlobal: boolean,
    path: string,
  ): Promise<View | undefined> => {
    const signal = begin();
    const state = session.get();
    const isNewView = !state.initialised || view !== state.view;
    if (!isNewView && path === lastPath) return undefined;
    const permitted = permittedViewsOf(state);
    if (isNewView && view && !permitted.includes(view)) return permitted[0];
    const auto = view === 'settings' ? SYSTEM_ORG : wantsGlobal ? GLOBAL_ORG : undefined;
    const visit = { view, own: ownOrg(view), auto };
    try {
      const told = await ask(visit.own, signal);
      if (signal.aborted) return undefined;
      apply(visit, told);
      lastPath = path;
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isRefused(error)) deps.onProfileRefused();
      throw error;
    }
  };

  /**
   * A person picks an organization: it counts from now on, and nothing that was under way changes it again. A page
   * that goes on in it brings what the person may there.
   */
  const choose = (org: Organization, there?: Profile) => {
    begin();
    if (there) {
      session.setProfile(there);
      permsOf = org.id;
    }
    const { profile, view } = session.get();
    session.setCurrentOrg(org);
    session.set({ autoOrg: false, preOrg: undefined });
    if (profile) orgMemory.remember(profile.username, view, org);
  };

  return { load, enter, choose };
};

/** Start-up of a page. */
export type StartUp = ReturnType<typeof createStartUp>;

/** The settings keep the organization somebody comes with; other areas have their own lists. */
const isSettling = (state: SessionState, view: View | undefined) =>
  view !== 'settings' && (!state.initialised || view !== state.view);

const permittedViewsOf = ({ profile, perms }: SessionState): View[] =>
  profile ? permittedViews({ profile, has: (p) => perms.has(p) }) : [];

const isOfProfile = (error: HttpError) => error.url.startsWith(PROFILE_URL);

const isRefused = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 401 || (error.status === 403 && isOfProfile(error)));

const isUntrustedHost = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 400 && !isOfProfile(error);
