import type { Http } from '../http/http.ts';
import { orgsOfView, settleOrg, type View } from './organizations.ts';
import type { OrgMemory } from './orgMemory.ts';
import type { SessionState, SessionStore } from './sessionStore.ts';
import { startUpCalls } from './startUpCalls.ts';
import type { Organization, Profile } from './wire.ts';

/**
 * A visit: the area, the user's own organization there, and the one that the page enters automatically, if
 * any.
 */
export type Visit = {
  view: View | undefined;
  own: Organization | undefined;
  auto: Organization | undefined;
};

/** The user's profile in an organization, and the organization, as the server sent them for a visit. */
export type FetchedProfile = { profile: Profile; org: Organization };

/** Start-up and visits report their failures themselves. */
export const QUIET = { disableFlashErrorMsg: true } as const;

type Memory = { session: SessionStore; orgMemory: OrgMemory };

/**
 * Whether the user's organization is determined again: when an area other than the settings is entered or
 * reloaded.
 */
const isSettling = (state: SessionState, view: View | undefined) =>
  view !== 'settings' && (!state.initialised || view !== state.view);

/**
 * The user's own organization for a visit: determined again when an area other than the settings is entered
 * or reloaded, else the present one; never one that was entered automatically.
 */
export const ownOrg = ({ session, orgMemory }: Memory, view: View | undefined): Organization | undefined => {
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

/** Requests the user's profile in an organization, and the organization itself. */
export const askAbout = async (
  http: Http,
  org: Organization,
  signal: AbortSignal,
): Promise<FetchedProfile> => {
  const options = { ...QUIET, oid: org.id, signal };
  const whole = http.call(startUpCalls.org, options).catch(() => org);
  const profile = await http.call(startUpCalls.profile, options);
  const answered = await whole;
  return { profile, org: answered.id === org.id ? answered : org };
};

/** Applies a visit to the session store; returns whether the organization has changed. */
export const applyVisit = (
  { session, orgMemory }: Memory,
  { view, own, auto }: Visit,
  fetched: FetchedProfile | undefined,
): boolean => {
  if (fetched) session.setProfile(fetched.profile);
  const before = session.get();
  const mine = fetched?.org ?? own;
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
  return before.currentOrg?.id !== target?.id;
};
