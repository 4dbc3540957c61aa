import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { CallAddress } from '../call/defineCall.ts';
import { everyCall } from '../calls/all.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import {
  type SettingName,
  type SettingValues,
  settingCategories,
  settingNames,
  settingSpecs,
} from './catalogue.ts';
import type { SettingCategory } from './setting.ts';

const categories = Object.entries<SettingCategory>(settingCategories);

test('a setting belongs to one category', () => {
  const all = categories.flatMap(([, { settings }]) => Object.keys(settings));
  expect(all.toSorted()).toEqual(settingNames.toSorted());
});

test('every category requires a permission that roles can hold', () => {
  const known = new Set([...permissions.map(permissionName), 'superuser']);
  expect(categories.filter(([, { permission }]) => !known.has(permission))).toEqual([]);
});

test('a panel has texts for its name, each of its settings, and each promised help', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../locales/en/panels.json', import.meta.url), 'utf8'),
  ) as Record<string, { _?: string; fields?: Record<string, string>; help?: Record<string, string> }>;
  for (const [name, { panel, settings }] of categories) {
    if (!panel) continue;
    const { _: title, fields = {}, help = {} } = texts[name] ?? {};
    expect(title, name).toBeTruthy();
    expect(Object.keys(fields)).toEqual(Object.keys(settings));
    const promised = Object.entries(settings).filter(([, { field }]) => field.help);
    expect(Object.keys(help)).toEqual(promised.map(([key]) => key));
  }
});

test('the address that tests the values of a panel is a declared call with the permission of the panel', () => {
  const tested = categories.flatMap(([name, { test: path, permission }]) =>
    path === undefined ? [] : [{ name, path, permission }],
  );
  expect(tested.map(({ name }) => name)).toEqual(['chat']);
  for (const { path, permission } of tested)
    expect(
      everyCall.find(({ addresses }) => addresses.includes(`POST ${path}` as CallAddress)),
    ).toMatchObject({
      permission,
    });
});

test('secrets are never public, and are bound only to settings of their own category', () => {
  for (const [, { settings }] of categories)
    for (const [name, { field, public: isPublic, component, bound = [] }] of Object.entries(settings)) {
      if (field.kind === 'secret')
        expect([name, isPublic, component, field.writeOnly]).toEqual([name, undefined, undefined, true]);
      else expect(bound, name).toEqual([]);
      for (const place of bound) expect(settings).toHaveProperty(place);
    }
});

test('value types come from the fields', () => {
  expectTypeOf<SettingValues['SECURITY_LOGIN_LIMIT_COUNT']>().toEqualTypeOf<number>();
  expectTypeOf<SettingValues['GPT_API_KEY']>().toEqualTypeOf<string>();
  expectTypeOf<SettingValues['SECURITY_MFA_AUTH']>().toEqualTypeOf<0 | 1 | 2>();
  expectTypeOf<SettingValues['ANNOUNCEMENT']['SUBJECT']>().toEqualTypeOf<string>();
  expectTypeOf<SettingName<'ticket'>>().toEqualTypeOf<
    | 'TICKETS_ENABLED'
    | 'TICKETS_DIRECT_APPROVE'
    | 'TICKET_AUTHORIZE_DEFAULT_TIME'
    | 'TICKET_AUTHORIZE_DEFAULT_TIME_UNIT'
  >();
  // @ts-expect-error no setting of this name
  settingSpecs.SECURITY_LOGIN_LIMIT_COUNTS;
});
