import {
  type SettingName,
  type SettingValues,
  settingDefaults,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import { sql } from 'drizzle-orm';
import type { Vault } from './crypto/vault.ts';
import { type Database, texts } from './database.ts';
import { publish } from './events.ts';

/** Product settings: defaults, overlaid with values from the environment and the administrators' changes. */
export type Settings = {
  get<K extends SettingName>(name: K): SettingValues[K];
  all(): SettingValues;
  /** Stores values and notifies every server; secret ones are sealed. */
  set(values: Partial<SettingValues>, db: Database, by?: string): Promise<void>;
  /** The values of this installation that nobody changed. */
  defaults(): SettingValues;
  /** Rereads the stored values. */
  reload(): Promise<void>;
};

/** A value that the installation keeps for itself; undefined when it has none. Sealed ones come sealed. */
export const readStored = async (name: string, db: Database): Promise<unknown> =>
  (await db.rows<{ value: unknown }>(sql`select value from settings_setting where name = ${name}`))[0]?.value;

/** When and by whom settings were changed last. */
export const readChanges = async (
  names: readonly string[],
  db: Database,
): Promise<Map<string, { by: string; date: string }>> => {
  const rows = await db.rows<{ name: string; by: string; date: string }>(
    sql`select name, updated_by as by, updated_at::text as date from settings_setting where name in (select unnest(${texts(names)}))`,
  );
  return new Map(rows.map(({ name, by, date }) => [name, { by, date }]));
};

/** Values of settings as stored now, except secrets; `hold` keeps others from changing them meanwhile. */
export const readCurrent = async (
  names: readonly string[],
  hold: boolean,
  db: Database,
): Promise<Map<string, unknown>> => {
  const rows = await db.rows<{ name: string; value: unknown }>(
    sql`select name, value from settings_setting where encrypted = 0 and name in (select unnest(${texts(names)})) order by name ${hold ? sql`for update` : sql``}`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
};

/** Stores a value that the installation keeps for itself. */
export const writeStored = async (name: string, value: unknown, db: Database): Promise<void> => {
  await db.rows(sql`insert into settings_setting (name, category, value, encrypted)
    values (${name}, 'system', ${JSON.stringify(value)}::jsonb, 0)
    on conflict (name) do update set value = excluded.value, updated_at = now()`);
};

/** Stores a value unless the name has one; returns the stored one. */
export const storeOnce = async (name: string, value: unknown, db: Database): Promise<unknown> => {
  await db.rows(sql`insert into settings_setting (name, category, value, encrypted)
    values (${name}, 'system', ${JSON.stringify(value)}::jsonb, 1) on conflict (name) do nothing`);
  return readStored(name, db);
};

/**
 * Loads the settings and keeps them in memory; values from the environment replace defaults, and `reload`
 * runs on every `settings` event.
 */
export const createSettings = async (
  db: Database,
  vault: Vault,
  configured: Partial<SettingValues> = {},
): Promise<Settings> => {
  let values: SettingValues = { ...settingDefaults, ...configured };
  let asked = 0;
  let answered = 0;
  const reload = async () => {
    asked += 1;
    const turn = asked;
    const rows = await db.rows<{ name: string; value: unknown; encrypted: number }>(
      sql`select name, value, encrypted from settings_setting`,
    );
    // An answer that was overtaken by a later one may be older.
    if (turn < answered) return;
    answered = turn;
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
    defaults: () => ({ ...settingDefaults, ...configured }),
    set: async (changes, at, by = '') => {
      for (const [name, value] of Object.entries(changes)) {
        const { category, field } = settingSpecs[name as SettingName];
        const sealed = field.writeOnly === true;
        const stored = JSON.stringify(sealed ? vault.seal(JSON.stringify(value)) : value);
        await at.rows(sql`insert into settings_setting (name, category, value, encrypted, updated_by) values (${name}, ${category}, ${stored}::jsonb, ${sealed ? 1 : 0}, ${by})
          on conflict (name) do update set value = excluded.value, encrypted = excluded.encrypted, category = excluded.category, updated_by = excluded.updated_by, updated_at = now()`);
      }
      await publish(at, 'settings');
    },
  };
};
