import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type SettingName,
  settingCategories,
  settingNames,
  settingSpecs,
} from '@gatehouse/contract/settings/catalogue.ts';
import type { SettingCategory } from '@gatehouse/contract/settings/setting.ts';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { settingEffectTests } from '../../../test/settings/effectTests.ts';
import type { Context } from '../../engine/context.ts';
import { kindOf } from '../../engine/fields/registry.ts';
import { formOf } from '../../engine/form.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const sourceOf = async (folder: string): Promise<string> => {
  const cwd = fileURLToPath(new URL(`../../../../${folder}/`, import.meta.url));
  const texts: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd }))
    if (!/\.test\.tsx?$/.test(path)) texts.push(await readFile(`${cwd}${path}`, 'utf8'));
  return texts.join('\n');
};
const named = (source: string) =>
  settingNames.filter((name) => new RegExp(`\\b${name}\\b(?!\\??:)`).test(source));

test('a setting with an effect is read by the program, and one without is not', async () => {
  const [server, ...others] = await Promise.all(['server/src', 'console/src', 'gateway/src'].map(sourceOf));
  const readBy = new Set<SettingName>(named(server ?? ''));
  for (const name of named(others.join('\n')))
    if (settingSpecs[name].public || settingSpecs[name].component) readBy.add(name);
  const untrue = settingNames.filter(
    (name) => (settingSpecs[name].effect === 'nothing') === readBy.has(name),
  );
  expect(untrue).toEqual([]);
});

test('of each setting with an effect a test shows that it is heeded', async () => {
  const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
  const cases = await read('packages/server/src/flows/settings/effects.test.ts');
  const isCase = (name: SettingName) => cases.includes(`name: '${name}'`);
  for (const name of settingNames) {
    const place = settingEffectTests[name];
    const isProven = settingSpecs[name].effect !== 'nothing' && !isCase(name);
    expect([name, place !== undefined]).toEqual([name, isProven]);
    if (place === undefined) continue;
    const [path, called] = typeof place === 'string' ? [place, name] : place;
    expect(await read(path), `${path} does not set ${called}`).toMatch(new RegExp(`\\b${called}\\b`));
  }
});

test('every default is valid for its field', () => {
  const ctx = { t: (key: string) => key } as Context;
  for (const name of settingNames) {
    const { field, initial, category } = settingSpecs[name];
    const resource = formOf('panels', category, { [name]: field });
    const kind = kindOf({ ...field, required: false });
    if (field.kind === 'secret' || field.readOnly || initial === '' || field.kind === 'nested') continue;
    expect(kind.parse?.(initial, { name, field, resource, ctx }), name).toEqual(initial);
  }
});

test('signed-in pages get the settings the catalogue makes public, and nothing secret', async () => {
  const { json } = await api.as({ permissions: [] }).get('/api/v1/settings/public/');
  const body = json as Record<string, Record<string, unknown>>;
  const placed = (place: unknown) => settingNames.filter((name) => settingSpecs[name].public === place);
  for (const name of placed(true)) expect(body).toHaveProperty(name);
  expect(Object.keys(body.PASSWORD_RULE ?? {}).toSorted()).toEqual(placed('PASSWORD_RULE').toSorted());
  for (const name of settingNames)
    if (settingSpecs[name].public !== true) expect(body, name).not.toHaveProperty(name);
});

test('every category has a form whose fields all have labels, except those closed to clients', async () => {
  const admin = api.as({ superuser: true });
  for (const [name, category] of Object.entries<SettingCategory>(settingCategories)) {
    const url = `/api/v1/settings/setting/?category=${name}`;
    const { status, json } = await admin.get(url);
    if (category.closed) {
      expect((await admin.patch(url, {})).status, name).toBe(404);
      for (const key of Object.keys(category.settings)) expect(json).not.toHaveProperty(key);
      continue;
    }
    expect(status, name).toBe(200);
    const names = [...Object.keys(category.settings), ...(category.also ?? [])];
    const readable = names.filter((key) => !settingSpecs[key as SettingName].field.writeOnly);
    expect(Object.keys(json as object).toSorted(), name).toEqual(readable.toSorted());
    const { actions } = (await admin.options(url)).json as OptionsBody;
    expect(Object.keys(actions?.PATCH ?? {}).toSorted(), name).toEqual(names.toSorted());
    for (const [key, { label }] of Object.entries(actions?.PATCH ?? {})) expect(label, key).not.toBe(key);
  }
});
