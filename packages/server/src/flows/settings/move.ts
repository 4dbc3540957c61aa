import { isDeepStrictEqual } from 'node:util';
import { type FieldErrors, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import {
  type SettingCategoryName,
  type SettingName,
  settingCategories,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import { readCurrent, type Settings } from '../../platform/settings.ts';
import { consequencesOf, type ForesightDeps } from './consequences.ts';
import { type SettingForm, settingFormOf, settingLabel } from './settingForms.ts';
import { refuseTogether } from './settingRules.ts';
import { changesOf, loggedText, valuesFrom } from './settingValues.ts';

/** From which values settings are to be moved, and to which. */
export type Move = { category: string; values: { [setting: string]: [from: unknown, to: unknown] } };

/** A setting that a move changes. */
export type MovedSetting = { field: string; before: string; after: string };

/** What a move would do and what that leads to, or why it is refused. */
export type JudgedMove = {
  diff: MovedSetting[];
  values: Values;
  consequences: { field: string; text: string }[];
  refusal?: Message;
};

/** The form of a category by a stored name; undefined when it is no longer changed. */
export const formNamed = (name: string): SettingForm | undefined => {
  const known: Readonly<Record<string, SettingCategory | undefined>> = settingCategories;
  return Object.hasOwn(known, name) && known[name]?.closed !== true
    ? settingFormOf(name as SettingCategoryName)
    : undefined;
};

const namesOf = (names: readonly string[], panel: SettingForm, ctx: Context): string =>
  names.map((name) => settingLabel(name, panel, ctx)).join(', ');

/** A message that says which bound the value misses, if one does. */
const boundIn = (fields: FieldErrors): Message | undefined =>
  Object.values(fields)
    .flat()
    .find((message): message is Message => 'params' in message && typeof message.key === 'string');

const checked = async (panel: SettingForm, sent: Values, settings: Settings, ctx: Context) => {
  try {
    const values = await valuesFrom(panel, sent, 'patch', ctx);
    refuseTogether(values, settings);
    return { values, wrong: [] };
  } catch (error) {
    if (!(error instanceof ValidationError) || Array.isArray(error.fields)) throw error;
    return { values: {}, wrong: Object.keys(error.fields), bound: boundIn(error.fields) };
  }
};

const diffOf = (panel: SettingForm, values: Values, settings: Settings, ctx: Context): MovedSetting[] =>
  Object.entries(changesOf(panel, values, settings)).map(([name, value]) => ({
    field: settingLabel(name, panel, ctx),
    before: loggedText(panel, name, settings.get(name as SettingName)) || ctx.t('common.words.empty'),
    after: loggedText(panel, name, value) || ctx.t('common.words.empty'),
  }));

/** Settings that stood at neither end of the move when asked, because a user has changed them since. */
const changedSince = ({ values }: Move, current: ReadonlyMap<string, unknown>, settings: Settings) =>
  Object.entries(values).flatMap(([name, [from]]) => {
    const now = current.has(name) ? current.get(name) : settings.defaults()[name as SettingName];
    return isDeepStrictEqual(now, from) ? [] : [name];
  });

/**
 * Judges a move by what is stored: all of it is possible, or it is refused. With `hold`, the rows cannot
 * change until the transaction ends, and what the move leads to is not counted again.
 */
export const judgeMove = async (
  move: Move,
  panel: SettingForm,
  deps: ForesightDeps,
  ctx: Context,
  hold: boolean,
): Promise<JudgedMove> => {
  const { settings } = deps;
  const names = Object.keys(move.values).filter((name) => name in panel.form.fields && name in settingSpecs);
  const current = await readCurrent(names, hold, ctx.db);
  const since = changedSince(move, current, settings).filter((name) => names.includes(name));
  const targets = Object.fromEntries(names.map((name) => [name, move.values[name]?.[1]]));
  const { values, wrong, bound } = await checked(panel, targets, settings, ctx);
  const diff = diffOf(panel, wrong.length > 0 ? targets : values, settings, ctx);
  const refused = (key: string, of: readonly string[]): JudgedMove => ({
    diff,
    values,
    consequences: [],
    refusal: { key, params: { names: namesOf(of, panel, ctx) } },
  });
  if (since.length > 0) return refused('setting_changed_since', since);
  if (wrong.length === 0) {
    const foreseen = hold ? [] : await consequencesOf(values, deps, ctx);
    const consequences = foreseen.map(({ name, text }) => ({ field: settingLabel(name, panel, ctx), text }));
    return { diff, values, consequences };
  }
  return bound ? { diff, values, consequences: [], refusal: bound } : refused('setting_invalid_since', wrong);
};
