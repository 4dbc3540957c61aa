import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { createDialogs, type Dialogs } from './confirm/dialogs.ts';
import { createAheadFetch } from './http/ahead.ts';
import type { Translate } from './http/errorText.ts';
import { createFailureHandler } from './http/failures.ts';
import { createHttp, type Http } from './http/http.ts';
import { timeZone } from './http/requestHeaders.ts';
import { createSessionCheck } from './http/sessionCheck.ts';
import { changeLanguage, keepLanguage } from './i18n/changeLanguage.ts';
import { beginI18n } from './i18n/createI18n.ts';
import { LANGUAGE_COOKIE, LANGUAGE_KEY, type Language, resolveLanguage } from './i18n/language.ts';
import { createMetadata } from './metadata/metadata.ts';
import { createNetwork, type Network } from './network/network.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { tellMissingParts } from './part/tellMissingParts.ts';
import { createQueryClient, staleAfterWrite } from './query.ts';
import { createEncrypt, type Encrypt } from './secret/encrypt.ts';
import { createOrgMemory, type OrgMemory } from './session/orgMemory.ts';
import { createSessionStore, type SessionStore } from './session/sessionStore.ts';
import { createStartUp, type StartUp } from './session/startUp.ts';
import { keepTabCounted } from './session/tabCount.ts';
import { type Cookies, createCookies } from './storage/cookies.ts';
import { type ConsoleStorage, createStorage } from './storage/storage.ts';

const LOGIN_URL = '/core/auth/login/';
const HOME_URL = '/ui/';
const LOGIN_DELAY_MS = 100;

/** Everything pages share. */
export type Platform = {
  http: Http;
  queryClient: QueryClient;
  /** OPTIONS of a URL, requested once. */
  metadata: ReturnType<typeof createMetadata>;
  i18n: i18n;
  language: Language;
  setLanguage: (language: Language) => void;
  cookies: Cookies;
  storage: ConsoleStorage;
  session: SessionStore;
  orgMemory: OrgMemory;
  startUp: StartUp;
  /** State of the connection to the server. */
  network: Network;
  notify: Notifier;
  dialogs: Dialogs;
  encrypt: Encrypt;
  /** Asks for confirmation before an action that requires it. */
  confirmIdentity: (level: string, purpose?: string) => Promise<boolean>;
  goToLogin: () => void;
};

/** Builds the platform of a page from what the browser provides. */
export const createPlatform = async (options: {
  namespaces: readonly string[];
  /**
   * False if the page has no `DialogHost`: then a request that needs confirmation fails, and the end of the
   * web session leads to the login page.
   */
  hasDialogs?: boolean;
  /** Whether the page loads user and settings first of all. */
  startsUp?: boolean;
}): Promise<Platform> => {
  const cookies = createCookies(document);
  const storage = createStorage(window.localStorage);
  const language = resolveLanguage({
    cookie: cookies.get(LANGUAGE_COOKIE),
    stored: storage.get(LANGUAGE_KEY),
    browser: navigator.languages,
  });
  if (cookies.get(LANGUAGE_COOKIE) !== language) keepLanguage(language, cookies);
  document.documentElement.lang =
    language === 'zh-hans' ? 'zh-Hans' : language === 'zh-hant' ? 'zh-Hant' : language;
  const { i18n, loaded } = beginI18n(language, options.namespaces);
  const services = createServices({
    cookies,
    storage,
    i18n,
    texts: loaded,
    hasDialogs: options.hasDialogs ?? true,
  });
  // User and settings are asked for while the texts are on their way.
  if (options.startsUp) services.startUp.begin();
  await loaded;
  keepTabCounted({ http: services.http, target: window });
  return {
    ...services,
    cookies,
    storage,
    i18n,
    language,
    encrypt: createEncrypt(cookies),
    setLanguage: (next) =>
      changeLanguage(next, { cookies, storage, target: window, reload: () => window.location.reload() }),
  };
};

const goToLogin = () => {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`${LOGIN_URL}?next=${encodeURIComponent(here)}`);
};

const signInBeside = () =>
  window.open(`${LOGIN_URL}?next=${encodeURIComponent(HOME_URL)}`, '_blank', 'noopener');

const createServices = (deps: {
  cookies: Cookies;
  storage: ConsoleStorage;
  i18n: i18n;
  texts: Promise<unknown>;
  hasDialogs: boolean;
}) => {
  const { cookies, storage, i18n, texts, hasDialogs } = deps;
  const t: Translate = (key, params) => i18n.t(key, { ns: 'common', ...params });
  const session = createSessionStore(() => cookies.get(cookies.prefixed('csrftoken')));
  const notify = createNotifier(t);
  tellMissingParts({ notify, t, reload: () => window.location.reload() });
  const dialogs = createDialogs();
  const queryClient = createQueryClient();
  const network = createNetwork(window);
  const orgMemory = createOrgMemory({ storage, cookies, tab: createStorage(window.sessionStorage) });
  const isStarted = () => session.get().initialised;

  const confirmIdentity = async (level: string, purpose?: string) => {
    if (!hasDialogs) return false;
    const proven = await dialogs.confirmIdentity(level, purpose);
    if (proven) session.set({ MFAVerifyAt: Date.now() });
    return proven;
  };
  const check = createSessionCheck({
    check: () =>
      void http.call('GET /api/v1/users/profile/', { disableFlashErrorMsg: true }).catch(() => undefined),
  });
  const http: Http = createHttp({
    fetch: createAheadFetch({
      fetch: (input, init) => window.fetch(input, init),
      sent: window.sentAhead ?? new Map(),
      now: () => performance.now(),
    }),
    cookies,
    pageOid: () => new URLSearchParams(window.location.search).get('oid') ?? undefined,
    currentOrgId: () => session.get().currentOrg?.id ?? orgMemory.lastId(),
    timeZone,
    onAnswer: check.onAnswer,
    onWait: network.waiting,
    onWritten: (url) => staleAfterWrite(queryClient, url),
    onFailure: createFailureHandler({
      notify,
      confirm: hasDialogs ? dialogs.confirm : undefined,
      t,
      goToLogin,
      signInBeside,
      isStarted,
    }),
    confirmIdentity,
  });
  const startUp = createStartUp({
    http,
    session,
    orgMemory,
    texts,
    onProfileRefused: () => {
      notify.error(t('error.profileFailed', {}));
      setTimeout(goToLogin, LOGIN_DELAY_MS);
    },
    onOrgChanged: () => queryClient.clear(),
  });
  const metadata = createMetadata({ http, queryClient });
  return {
    http,
    queryClient,
    metadata,
    session,
    orgMemory,
    startUp,
    network,
    notify,
    dialogs,
    confirmIdentity,
    goToLogin,
  };
};
