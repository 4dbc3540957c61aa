import type { Cookies } from '../storage/cookies.ts';
import { LANGUAGE_COOKIE, LANGUAGE_KEY, type Language, languages } from './language.ts';

/** Dependencies of a language change. */
type Deps = {
  cookies: Pick<Cookies, 'set'>;
  storage: { set: (key: string, value: string) => void };
  target: EventTarget;
  reload: () => void;
};

const LIFETIME_DAYS = 365;

/** Stores the detected or chosen language in the cookie for the server. */
export const keepLanguage = (language: Language, cookies: Pick<Cookies, 'set'>): void =>
  cookies.set(LANGUAGE_COOKIE, language, { days: LIFETIME_DAYS });

/**
 * Reloads the page in another language. If the user stays because of unsaved changes, the language does not
 * change.
 */
export const changeLanguage = (next: Language, { cookies, storage, target, reload }: Deps): void => {
  const change = new AbortController();
  const { signal } = change;
  let isAsked = false;
  const handleAsking = () => {
    // A second question means that the user stayed at the first one: the language must not change any more.
    if (isAsked) change.abort();
    isAsked = true;
  };
  const handleLeave = () => {
    keepLanguage(next, cookies);
    storage.set(LANGUAGE_KEY, languages.find((language) => language.cookieCode === next)?.code ?? next);
  };
  target.addEventListener('beforeunload', handleAsking, { signal });
  target.addEventListener('pagehide', handleLeave, { signal });
  reload();
};
