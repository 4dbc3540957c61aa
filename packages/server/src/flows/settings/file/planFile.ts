import { isDeepStrictEqual } from 'node:util';
import { type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import {
  type SettingCategoryName,
  type SettingName,
  settingCategories,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { Context } from '../../../engine/context.ts';
import { isValues, type Values } from '../../../engine/resource.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Entry, Mistake, Section } from '../../../platform/yaml.ts';
import type { LookPicture } from '../../appearance/images.ts';
import { isPicture } from '../pictures.ts';
import { type SettingForm, settingFormOf } from '../settingForms.ts';
import { refuseTogether } from '../settingRules.ts';
import { changesOf, loggedText, outlivedSecrets, valuesFrom } from '../settingValues.ts';
import { writable } from './exportFile.ts';
import { lookUpPicture } from './pictureFiles.ts';
import { isReference, lookUp, type ReferencePlaces } from './reference.ts';
import { type Tree, textsIn } from './texts.ts';

/** What a file changes in a category; `values` also has secrets that it names and that stay the same. */
export type PlannedChange = { panel: SettingForm; values: Values };

/** What a file changes, with the pictures it names, or all that is wrong with it. */
export type FilePlan = { changes: PlannedChange[]; pictures: LookPicture[]; mistakes: Mistake[] };

type Deps = { settings: Settings; places: ReferencePlaces; ctx: Context };

/** What an entry asks for: a value, or that the stored one stays. */
type Wish = { value: unknown; picture?: LookPicture } | { stays: true } | { mistake: string };

const categoryMistake = (name: string): string | undefined => {
  const known: Readonly<Record<string, SettingCategory | undefined>> = settingCategories;
  if (!Object.hasOwn(known, name)) return 'there is no such section';
  return known[name]?.closed === true ? 'the settings of this category are not changed by a file' : undefined;
};

const keyMistake = (key: string, category: string): string | undefined => {
  if (!Object.hasOwn(settingSpecs, key)) return 'there is no such setting';
  const { category: own, field } = settingSpecs[key as SettingName];
  if (own !== category) return `belongs to the category ${own}`;
  return field.readOnly ? 'is not changed by a file' : undefined;
};

const pictureWish = async (entry: Entry, { settings, places, ctx }: Deps): Promise<Wish> => {
  const stored = String(settings.get(entry.key as SettingName));
  const found = await lookUpPicture(entry, { places, stored, ctx });
  if (!('refused' in found)) return found;
  const { fields } = found.refused;
  return {
    mistake: [Object.values(fields)]
      .flat(2)
      .flatMap((text) => textsIn(text as Tree, ctx))
      .join(' '),
  };
};

const wishOf = async (entry: Entry, deps: Deps): Promise<Wish> => {
  if (isPicture(entry.key)) return pictureWish(entry, deps);
  const { key, value } = entry;
  const { settings, places } = deps;
  const name = key as SettingName;
  const { field } = settingSpecs[name];
  if (!isReference(value))
    return field.writeOnly
      ? { mistake: 'a secret is not written into the file; use { env: NAME } or { file: PATH }' }
      : { value };
  const stored = settings.get(name);
  return lookUp(value, places, !isDeepStrictEqual(stored, settings.defaults()[name]));
};

const isUnchanged = (name: SettingName, value: unknown, settings: Settings) => {
  const given = isValues(value) ? writable(name, value) : value;
  return isDeepStrictEqual(given, writable(name, settings.get(name)));
};

const checked = async (
  panel: SettingForm,
  sent: Values,
  { settings, ctx }: Deps,
): Promise<{ values: Values; errors: FieldErrors }> => {
  if (Object.keys(sent).length === 0) return { values: {}, errors: {} };
  try {
    const values = await valuesFrom(panel, sent, 'patch', ctx);
    refuseTogether(values, settings);
    return { values, errors: {} };
  } catch (error) {
    if (!(error instanceof ValidationError) || Array.isArray(error.fields)) throw error;
    return { values: {}, errors: error.fields };
  }
};

const planSection = async (section: Section, deps: Deps): Promise<FilePlan> => {
  const mistakes: Mistake[] = [];
  const wrongCategory = categoryMistake(section.name);
  if (wrongCategory)
    return {
      changes: [],
      pictures: [],
      mistakes: [{ line: section.line, text: `${section.name}: ${wrongCategory}` }],
    };
  const panel = settingFormOf(section.name as SettingCategoryName);
  const note = ({ key, line }: Entry, text: string) => mistakes.push({ line, text: `${key}: ${text}` });
  const sent: Values = {};
  const same: Values = {};
  const pictures: LookPicture[] = [];
  for (const entry of section.entries) {
    const wrong = keyMistake(entry.key, section.name);
    const wish = wrong === undefined ? await wishOf(entry, deps) : { mistake: wrong };
    if ('mistake' in wish) note(entry, wish.mistake);
    else if ('value' in wish) {
      const name = entry.key as SettingName;
      if (wish.picture) pictures.push(wish.picture);
      if (!isUnchanged(name, wish.value, deps.settings)) sent[name] = wish.value;
      else if (settingSpecs[name].field.writeOnly) same[name] = wish.value;
    }
  }
  const { values, errors } = await checked(panel, sent, deps);
  for (const entry of section.entries)
    if (errors[entry.key]) note(entry, textsIn(errors[entry.key] as Tree, deps.ctx).join(' '));
  const kept = { ...same, ...values };
  for (const secret of outlivedSecrets(panel, kept, deps.settings)) {
    const named = section.entries.find(({ key }) => key === secret);
    const places = settingSpecs[secret].bound?.filter((place) => place in values).join(', ');
    if (named && deps.settings.get(secret))
      note(
        named,
        `the stored secret belongs to the former ${places}; the reference must lead to the new one`,
      );
  }
  return { changes: [{ panel, values: kept }], pictures, mistakes };
};

/** Compares the categories of a file with the stored settings. */
export const planFile = async (sections: readonly Section[], deps: Deps): Promise<FilePlan> => {
  const mistakes: Mistake[] = [];
  const changes: PlannedChange[] = [];
  const pictures: LookPicture[] = [];
  for (const section of sections) {
    const plan = await planSection(section, deps);
    changes.push(...plan.changes);
    pictures.push(...plan.pictures);
    mistakes.push(...plan.mistakes);
  }
  return { changes, pictures, mistakes };
};

/** A line for each setting that changes; secrets are masked. */
export const linesOf = (changes: readonly PlannedChange[], settings: Settings): string[] =>
  changes.flatMap(({ panel, values }) =>
    Object.entries(changesOf(panel, values, settings)).map(([name, value]) => {
      const [before, after] = [settings.get(name as SettingName), value].map((side) => {
        const text = loggedText(panel, name, side);
        return /^\S+$/.test(text) ? text : JSON.stringify(text);
      });
      return `${panel.name}.${name}: ${before} → ${after}`;
    }),
  );
