import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { publish } from './events.ts';
import { settingDefaults } from './settingDefaults.ts';
import type { Vault } from './vault.ts';

/** Names of the product settings. */
export type SettingName = keyof typeof settingDefaults;
type Widen<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;
/** Value types by name, as their defaults have them. */
export type SettingValues = { [K in SettingName]: Widen<(typeof settingDefaults)[K]> };

/** Product settings: defaults overlaid by what administrators changed. */
export type Settings = {
  get<K extends SettingName>(name: K): SettingValues[K];
  all(): SettingValues;
  /** Stores values and tells every server; secret ones are sealed. */
  set(
    values: Partial<SettingValues>,
    category: string,
    db: Database,
    secret?: readonly SettingName[],
  ): Promise<void>;
  /** Reads what is stored anew. */
  reload(): Promise<void>;
};

/** Loads the settings once and keeps them in memory, those of the environment before defaults; `reload` runs on every change notice. */
export const createSettings = async (
  db: Database,
  vault: Vault,
  configured: Partial<SettingValues> = {},
): Promise<Settings> => {
  let values: SettingValues = { ...settingDefaults, ...configured };
  const reload = async () => {
    const rows = await db.rows<{ name: string; value: unknown; encrypted: number }>(
      sql`select name, value, encrypted from settings_setting`,
    );
    const stored = rows
      .filter((row) => row.name in settingDefaults)
      .map((row) => [row.name, row.encrypted ? JSON.parse(vault.open(String(row.value))) : row.value]);
    values = { ...settingDefaults, ...configured, ...Object.fromEntries(stored) };
  };
  await reload();
  return {
    get: (name) => values[name],
    all: () => values,
    reload,
    set: async (changes, category, at, secret = []) => {
      for (const [name, value] of Object.entries(changes)) {
        const sealed = secret.includes(name as SettingName);
        const stored = JSON.stringify(sealed ? vault.seal(JSON.stringify(value)) : value);
        await at.rows(sql`insert into settings_setting (name, category, value, encrypted) values (${name}, ${category}, ${stored}::jsonb, ${sealed ? 1 : 0})
          on conflict (name) do update set value = excluded.value, encrypted = excluded.encrypted, category = excluded.category, updated_at = now()`);
      }
      await publish(at, 'settings');
    },
  };
};
