import { createStore, type Store } from '../store.ts';
import { isRootOrg, type View } from './organizations.ts';
import type { Organization, Profile, PublicSettings } from './wire.ts';

const SYSTEM_ADMIN_ROLE = '00000000-0000-0000-0000-000000000001';
/**
 * Permission that the server requires where no role is enough; superusers and system administrators hold it.
 */
const SUPERUSER = 'superuser';

/** The current organization, with all of its fields. */
export type CurrentOrg = Organization &
  Required<Pick<Organization, 'icon' | 'disabled' | 'is_default' | 'is_root' | 'roles' | 'perms'>>;

/** Everything known about the user, the area and the organization. */
export type SessionState = {
  /** The CSRF token of the web session, as in its cookie. */
  token: string | undefined;
  /** False until start-up has run for the current area. */
  initialised: boolean;
  settings: PublicSettings;
  profile: Profile | undefined;
  perms: ReadonlySet<string>;
  view: View | undefined;
  /** The page that the user asked for at the first sign-in; opened once the profile is complete. */
  askedPath: string | undefined;
  currentOrg: CurrentOrg | undefined;
  preOrg: Organization | undefined;
  /** The current organization was entered automatically, not chosen. */
  autoOrg: boolean;
  /** Organizations available in this area. */
  usingOrgs: Organization[];
  consoleOrgs: Organization[];
  auditOrgs: Organization[];
  workbenchOrgs: Organization[];
  noRootWorkbenchOrgs: Organization[];
  /** Names under which this user's choices are stored in the browser. */
  usernames: readonly string[];
  /** When the user last confirmed their identity on this page, in milliseconds since the epoch. */
  MFAVerifyAt: number | undefined;
  isSuperAdmin: boolean;
  isAdmin: boolean;
  isAudit: boolean;
  isRoot: boolean;
  hasLicence: boolean;
};

const EMPTY: SessionState = {
  token: undefined,
  initialised: false,
  settings: {},
  profile: undefined,
  perms: new Set(),
  view: undefined,
  currentOrg: undefined,
  preOrg: undefined,
  autoOrg: false,
  usingOrgs: [],
  consoleOrgs: [],
  auditOrgs: [],
  workbenchOrgs: [],
  noRootWorkbenchOrgs: [],
  usernames: [],
  askedPath: undefined,
  MFAVerifyAt: undefined,
  isSuperAdmin: false,
  isAdmin: false,
  isAudit: false,
  isRoot: false,
  hasLicence: false,
};

const wholeOrg = (org: Organization, { currentOrg, perms }: SessionState): CurrentOrg => ({
  icon: '',
  disabled: false,
  is_default: false,
  roles: [],
  perms: [...perms],
  ...(currentOrg?.id === org.id && currentOrg),
  ...org,
  is_root: isRootOrg(org),
});

/** The web session as the page knows it; keeps the flags that follow from its values consistent. */
export const createSessionStore = (readToken: () => string | undefined = () => undefined) => {
  const store: Store<SessionState> = createStore(EMPTY);
  return {
    ...store,
    setSettings: (settings: PublicSettings) =>
      store.set({
        settings,
        hasLicence: settings.XPACK_ENABLED === true && settings.XPACK_LICENSE_IS_VALID === true,
      }),
    setProfile: (profile: Profile) => {
      const isSuperAdmin =
        profile.is_superuser || profile.system_roles.some((role) => role.id === SYSTEM_ADMIN_ROLE);
      store.set({
        profile,
        token: readToken(),
        usernames: [profile.username],
        perms: new Set(isSuperAdmin ? [...profile.perms, SUPERUSER] : profile.perms),
        consoleOrgs: profile.console_orgs,
        auditOrgs: profile.audit_orgs,
        workbenchOrgs: profile.workbench_orgs,
        noRootWorkbenchOrgs: profile.workbench_orgs.filter((org) => !isRootOrg(org)),
        isSuperAdmin,
        isAdmin: profile.console_orgs.length > 0,
        isAudit: profile.audit_orgs.length > 0,
      });
    },
    setCurrentOrg: (org: Organization) =>
      store.set({ currentOrg: wholeOrg(org, store.get()), isRoot: isRootOrg(org) }),
    /** Shows an organization that the user has just joined, without a reload. */
    addWorkbenchOrg: (org: Organization) => {
      const { workbenchOrgs } = store.get();
      if (workbenchOrgs.some((organization) => organization.id === org.id)) return;
      const next = [...workbenchOrgs, org];
      store.set({ workbenchOrgs: next, noRootWorkbenchOrgs: next.filter((org) => !isRootOrg(org)) });
    },
    reset: () => store.set(EMPTY),
  };
};

/** Store of the web session. */
export type SessionStore = ReturnType<typeof createSessionStore>;
