import type { Http } from '../../platform/http/http.ts';
import type { ConsoleStorage } from '../../platform/storage/storage.ts';
import { createStore } from '../../platform/store.ts';
import { type Preferences, readPreferences, serverPart, withServer } from './preferences.ts';

const QUIET = { query: { category: 'luna' }, disableFlashErrorMsg: true } as const;
const SAVE_AFTER_MS = 600;

type Deps = { http: Http; storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>; userId: string };

/**
 * Preferences of the signed-in user. They are read from this browser at once and then from the server; a
 * change is stored in this browser and, if the server keeps that preference, also there.
 */
export const makePreferenceStore = ({ http, storage, userId }: Deps) => {
  const key = `luna.preferences.${userId}`;
  const store = createStore<Preferences>(readPreferences(storage.getJson(key)));
  let waiting: Partial<Preferences> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    const part = serverPart(waiting);
    waiting = {};
    // If the server cannot store them, they are still stored in this browser.
    if (part) http.call('PATCH /api/v1/users/preference/', { ...QUIET, body: part }).catch(() => undefined);
  };
  return {
    store,
    get: store.get,
    subscribe: store.subscribe,
    load: async (): Promise<void> => {
      const answer = await http.call('GET /api/v1/users/preference/', QUIET).catch(() => null);
      if (answer && typeof answer === 'object') store.set(withServer(store.get(), answer));
    },
    change: (change: Partial<Preferences>): void => {
      store.set(readPreferences({ ...store.get(), ...change }, store.get()));
      storage.setJson(key, store.get());
      waiting = { ...waiting, ...change };
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
  };
};

/** Store of preferences. */
export type PreferenceStore = ReturnType<typeof makePreferenceStore>;
