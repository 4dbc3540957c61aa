import { isDeepStrictEqual } from 'node:util';
import {
  type SettingCategoryName,
  type SettingName,
  settingCategories,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { Context } from '../../../engine/context.ts';
import { type Values, valuesIn } from '../../../engine/resource.ts';
import type { Settings } from '../../../platform/settings.ts';
import { writeSections } from '../../../platform/yaml.ts';
import { isPicture } from '../pictures.ts';
import { isHidden } from '../settingValues.ts';
import type { Collection } from './items/collection.ts';
import { pictureReference } from './pictureFiles.ts';
import { referenceTo } from './reference.ts';

const head = [
  'Settings of Gatehouse, by category, and what administrators set up beside them, by name. docs/settings.md describes',
  'them.',
  '',
  'npm run settings -- diff <file>    tells what differs from the installation',
  'npm run settings -- apply <file>   changes what differs, all of it or nothing',
  '',
  'What is not named here stays as it is; "name: absent" deletes a storage, an endpoint and the like. Secrets are never written here: { env: NAME } takes one from a',
  'variable of the environment, { file: PATH } from a file; with "else: stored", the stored one stays if there is none.',
  'Pictures lie beside this file, in the folder "pictures".',
];

/** A stored value without what the server adds to it. */
export const writable = (name: SettingName, value: unknown): unknown => {
  const { field } = settingSpecs[name];
  if (!('fields' in field)) return value;
  const given = valuesIn(value);
  const own = Object.entries(field.fields).filter(([, part]) => !part.readOnly);
  return Object.fromEntries(own.map(([part]) => [part, given[part] ?? '']));
};

const valuesOf = ({ settings: specs }: SettingCategory, settings: Settings): Values => {
  const initial = settings.defaults();
  const values: Values = {};
  for (const [key, { field, effect }] of Object.entries(specs)) {
    const name = key as SettingName;
    const value = settings.get(name);
    const isWaiting = effect === 'nothing' && isDeepStrictEqual(value, initial[name]);
    if (field.readOnly || isWaiting) continue;
    if (isPicture(name)) values[name] = pictureReference(String(value));
    else if (!isHidden(name, value)) values[name] = writable(name, value);
    else if (!isDeepStrictEqual(value, initial[name])) values[name] = referenceTo(name);
  }
  return values;
};

/**
 * The settings as the text of a file: those that have an effect, and those that were changed; then the named items that
 * administrators set up.
 */
export const exportFile = async (
  settings: Settings,
  collections: readonly Collection[],
  ctx: Context,
): Promise<string> => {
  const open = Object.entries<SettingCategory>(settingCategories).filter(([, { closed }]) => closed !== true);
  const sections = open.map(([name, category]) => ({
    name: name as SettingCategoryName,
    title: ctx.t(`panels.${name}._`),
    values: valuesOf(category, settings),
  }));
  const items = await Promise.all(
    collections.map(async (collection) => ({
      name: collection.section,
      title: collection.title(ctx),
      values: Object.fromEntries(
        [...(await collection.stored(ctx))].map(([name, { values }]) => [name, values]),
      ),
    })),
  );
  return writeSections(
    head,
    [...sections, ...items].filter(({ values }) => Object.keys(values).length > 0),
  );
};
