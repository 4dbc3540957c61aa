import type { ConsoleStorage } from '../../platform/storage/storage.ts';
import type { LastChoice } from './connectRules.ts';

const MOST = 200;

type Remembered = Record<string, LastChoice>;

/** Remembers how each asset was last opened: protocol, account and typed username, never a secret. */
export const makeLastChoices = (storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>, userId: string) => {
  const key = `luna.choices.${userId}`;
  const all = (): Remembered => storage.getJson<Remembered>(key) ?? {};
  return {
    get: (assetId: string): LastChoice | undefined => all()[assetId],
    forget: (assetId: string): void => {
      const { [assetId]: _before, ...others } = all();
      storage.setJson(key, others);
    },
    set: (assetId: string, { protocol, alias, username }: LastChoice): void => {
      const { [assetId]: _before, ...others } = all();
      const kept = Object.entries(others).slice(1 - MOST);
      const choice = username ? { protocol, alias, username } : { protocol, alias };
      storage.setJson(key, Object.fromEntries([...kept, [assetId, choice]]));
    },
  };
};

/** The remembered choices of a user. */
export type LastChoices = ReturnType<typeof makeLastChoices>;
