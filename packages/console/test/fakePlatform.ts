import { createDialogs } from '../src/platform/confirm/dialogs.ts';
import type { Platform } from '../src/platform/createPlatform.ts';
import { createFailureHandler } from '../src/platform/http/failures.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { createI18n } from '../src/platform/i18n/createI18n.ts';
import type { Language } from '../src/platform/i18n/language.ts';
import { createMetadata } from '../src/platform/metadata/metadata.ts';
import { createNetwork } from '../src/platform/network/network.ts';
import { createNotifier } from '../src/platform/notify/notifier.ts';
import { createQueryClient } from '../src/platform/query.ts';
import { createSessionStore } from '../src/platform/session/sessionStore.ts';
import type { Profile } from '../src/platform/session/wire.ts';
import { createCookies } from '../src/platform/storage/cookies.ts';
import { createStorage } from '../src/platform/storage/storage.ts';
import type { FakeServer } from './fakeServer.ts';
import { watchTexts } from './window/missingTexts.ts';

/** The user of the page under test. */
export type Caller = {
  perms?: readonly string[];
  isRoot?: boolean;
  hasLicence?: boolean;
  isSuperuser?: boolean;
  settings?: Record<string, unknown>;
};

const ROOT = '00000000-0000-0000-0000-000000000000';
/** The user's organization. */
export const ORG = '00000000-0000-0000-0000-000000000002';

const profileOf = ({ perms = [], isSuperuser = false }: Caller): Profile => ({
  id: 'me',
  username: 'me',
  name: 'Me',
  email: 'me@example.com',
  is_superuser: isSuperuser,
  is_first_login: false,
  source: { value: 'local', label: 'Local' },
  system_roles: [],
  perms: [...perms],
  console_orgs: [],
  audit_orgs: [],
  workbench_orgs: [],
});

/** The parts of the platform that pages need; the server, the signed-in user and encryption are fake. */
export const fakePlatform = async (
  server: FakeServer,
  caller: Caller = {},
  language: Language = 'en',
): Promise<Platform> => {
  const i18n = await createI18n(language, ['common', 'shell', 'engine', 'resources']);
  watchTexts(i18n);
  const t = (key: string, params?: Record<string, unknown>) => i18n.t(key, { ns: 'common', ...params });
  const session = createSessionStore();
  session.setProfile(profileOf(caller));
  session.setSettings({
    XPACK_ENABLED: caller.hasLicence ?? false,
    XPACK_LICENSE_IS_VALID: caller.hasLicence ?? false,
    ...caller.settings,
  });
  session.setCurrentOrg({ id: caller.isRoot ? ROOT : ORG, name: 'Default' });
  session.set({ initialised: true });
  const cookies = createCookies(document);
  const notify = createNotifier(t);
  const dialogs = createDialogs();
  const queryClient = createQueryClient();
  const http = createHttp({
    fetch: server.fetch,
    cookies,
    pageOid: () => undefined,
    currentOrgId: () => session.get().currentOrg?.id,
    timeZone: () => 'UTC',
    onFailure: createFailureHandler({
      notify,
      confirm: dialogs.confirm,
      t,
      goToLogin: () => undefined,
      signInBeside: () => undefined,
      isStarted: () => true,
    }),
    confirmIdentity: dialogs.confirmIdentity,
  });
  const parts: Partial<Platform> = {
    http,
    queryClient,
    metadata: createMetadata({ http, queryClient }),
    i18n,
    language,
    cookies,
    storage: createStorage(window.localStorage),
    session,
    network: createNetwork(window),
    notify,
    dialogs,
    encrypt: async (value) => `encrypted:${value}`,
    confirmIdentity: dialogs.confirmIdentity,
  };
  return parts as Platform;
};
