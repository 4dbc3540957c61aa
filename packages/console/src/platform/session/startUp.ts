import { HttpError } from '../http/HttpError.ts';
import type { Http } from '../http/http.ts';
import { PROFILE_URL } from '../http/sessionCheck.ts';
import { GLOBAL_ORG, orgsOfView, permittedViews, SYSTEM_ORG, settleOrg, type View } from './organizations.ts';
import type { OrgMemory } from './orgMemory.ts';
import type { SessionStore } from './sessionStore.ts';
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

const ORG_URL = '/api/v1/orgs/orgs/current/';
const QUIET = { disableFlashErrorMsg: true } as const;

/** Loads who, what is switched on, and where, in the order of the specification, and keeps it right on navigation. */
export const createStartUp = (deps: StartUpDeps) => {
  const { http, session, orgMemory } = deps;
  let profileOrgId: string | undefined;
  let lastPath: string | undefined;

  const loadProfile = async () => session.setProfile(await http.get<Profile>(PROFILE_URL, QUIET));

  /** What the person is and may in the organization of the moment. */
  const loadOrg = async () => {
    const org = await http.get<Organization>(ORG_URL, QUIET);
    // Somebody may have gone on to another one meanwhile.
    if (org.id === session.get().currentOrg?.id) session.setCurrentOrg(org);
  };

  const load = async (): Promise<StartOutcome> => {
    http.get('/api/v1/authentication/user-session/', QUIET).catch(() => undefined);
    const open = http.get<OpenSettings>('/api/v1/settings/public/open/', QUIET);
    const profile = loadProfile();
    const settings = http.get<PublicSettings>('/api/v1/settings/public/', QUIET);
    const org = http.get<Organization>(ORG_URL, QUIET);
    for (const request of [open, profile, settings, org]) request.catch(() => undefined);
    try {
      session.setSettings(await open);
      await profile;
      session.setSettings({ ...(await open), ...(await settings) });
      const current = await org.catch(() => undefined);
      if (current) session.setCurrentOrg(current);
      profileOrgId = current?.id;
      return { kind: 'ready' };
    } catch (error) {
      return failure(deps, error);
    }
  };

  const moveTo = async (org: Organization) => {
    session.setCurrentOrg(org);
    if (org.id === profileOrgId) return;
    profileOrgId = org.id;
    await Promise.all([loadProfile(), loadOrg().catch(() => undefined)]);
  };

  const settle = async (view: View | undefined) => {
    const state = session.get();
    const { profile } = state;
    if (!profile) return;
    const usingOrgs = orgsOfView(view, profile);
    const org = settleOrg({
      orgs: usingOrgs,
      current: state.currentOrg,
      previous: state.preOrg ?? orgMemory.previous(profile.username),
      remembered: orgMemory.chosen(profile.username, view),
    });
    session.set({ view, usingOrgs, initialised: true });
    if (!org) return;
    await moveTo(org);
    orgMemory.remember(profile.username, view, org);
  };

  const enterAuto = (org: Organization) => {
    const { currentOrg, autoOrg, profile } = session.get();
    if (currentOrg?.id === org.id && autoOrg) return;
    if (!autoOrg && currentOrg) {
      session.set({ preOrg: currentOrg });
      if (profile) orgMemory.rememberPrevious(profile.username, currentOrg);
    }
    session.set({ autoOrg: true });
    session.setCurrentOrg(org);
    deps.onOrgChanged();
  };

  const leaveAuto = () => {
    const { autoOrg, preOrg } = session.get();
    if (!autoOrg) return;
    session.set({ autoOrg: false });
    if (preOrg) session.setCurrentOrg(preOrg);
    deps.onOrgChanged();
  };

  /**
   * Called before each page; answers where to go instead, if anywhere. The same page with another query keeps the
   * organization it has: a page may have left the global one itself.
   */
  const enter = async (
    view: View | undefined,
    wantsGlobal: boolean,
    path: string,
  ): Promise<View | undefined> => {
    const state = session.get();
    const isSamePage = state.initialised && view === state.view && path === lastPath;
    lastPath = path;
    if (isSamePage) return undefined;
    const auto = view === 'settings' ? SYSTEM_ORG : wantsGlobal ? GLOBAL_ORG : undefined;
    if (!auto) leaveAuto();
    if (!state.initialised || view !== state.view) {
      const permitted = permittedViewsOf(session);
      if (view && !permitted.includes(view)) return permitted[0];
      if (view === 'settings')
        session.set({ view, usingOrgs: state.profile?.console_orgs ?? [], initialised: true });
      else await settle(view);
    }
    if (auto) enterAuto(auto);
    return undefined;
  };

  return { load, enter, enterGlobal: () => enterAuto(GLOBAL_ORG), leaveAuto };
};

/** Start-up of a page. */
export type StartUp = ReturnType<typeof createStartUp>;

const permittedViewsOf = (session: SessionStore): View[] => {
  const { profile, perms } = session.get();
  return profile ? permittedViews({ profile, has: (p) => perms.has(p) }) : [];
};

const failure = (deps: StartUpDeps, error: unknown): StartOutcome => {
  const status = error instanceof HttpError ? error.status : 0;
  const isProfile = error instanceof HttpError && error.url.startsWith(PROFILE_URL);
  if ((isProfile && status === 403) || status === 401) {
    deps.onProfileRefused();
    return { kind: 'login' };
  }
  return { kind: 'failed', error, untrustedHost: status === 400 && !isProfile };
};
