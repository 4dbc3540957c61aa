import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DetailLayout, ListMode } from '../console/ListMode.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { collectionOf, keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import type { FieldSpec } from '../resource/fields.ts';
import { standardFields } from '../resource/standardFields.ts';
import { everyDefinition } from '../resources/all.ts';
import * as accountLayouts from './accounts/account.ts';
import * as assetLayouts from './assets/asset.ts';
import { assetTreeKeys } from './assetTreeKeys.ts';
import * as permissionLayouts from './perms/assetpermission.ts';
import { commandList, commandsOfAsset, commandsOfSession } from './terminal/command.ts';
import * as userLayouts from './users/user.ts';
import * as groupLayouts from './users/usergroup.ts';

type Layout = ListMode & DetailLayout;

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(`${folder}${name}`).map((file) => `${name}/${file}`));

const isLayout = (value: unknown): value is Layout =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Layouts and modes of a file by their names, also those kept together in an object. */
const layoutsOf = async (file: string): Promise<[string, Layout][]> => {
  const exported: Record<string, unknown> = await import(new URL(file, import.meta.url).href);
  const known = new Set([
    'columns',
    'fixed',
    'exclude',
    'without',
    'order',
    'batchFields',
    'searchExclude',
    'abilities',
  ]);
  return Object.entries(exported).flatMap(([name, value]): [string, Layout][] => {
    if (!isLayout(value)) return [];
    if (Object.keys(value).some((key) => known.has(key))) return [[name, value]];
    return Object.entries(value).flatMap(([part, inner]): [string, Layout][] =>
      isLayout(inner) ? [[`${name}.${part}`, inner]] : [],
    );
  });
};

const fieldsOf = (definition: ResourceDefinition): Record<string, FieldSpec> => ({
  ...(definition.variantOf && byKey.get(definition.variantOf)?.fields),
  ...definition.fields,
  ...Object.fromEntries((definition.standard ?? []).map((name) => [name, standardFields[name]])),
});

describe.each(files)('%s', async (file) => {
  const definition = byKey.get(file.replace('/', '.').replace(/\.ts$/, ''));
  const layouts = await layoutsOf(file);

  test('lies beside the definition it lays out', () => {
    expect(definition).toBeTruthy();
    expect(layouts.length).toBeGreaterThan(0);
  });

  test.each(layouts)('%s names a field once, and leaves out only what can be read', (_name, layout) => {
    const { columns = [], fixed = [], order = [], exclude = [] } = layout;
    for (const names of [columns, fixed, order, exclude]) expect(new Set(names).size).toBe(names.length);
    expect([...columns, ...order].filter((name) => exclude.includes(name))).toEqual([]);
    const fields = definition ? fieldsOf(definition) : {};
    const unreadable = exclude.filter((name) => fields[name]?.hidden || fields[name]?.writeOnly);
    expect(unreadable).toEqual([]);
  });
});

test('the command lists of an asset and of a session leave out columns with the same value in every row', () => {
  const left = (mode: Layout) => (commandList.columns ?? []).filter((name) => !mode.columns?.includes(name));
  expect(left(commandsOfAsset)).toEqual(['asset']);
  expect(left(commandsOfSession).toSorted()).toEqual(['account', 'asset', 'session', 'user']);
  expect(commandsOfAsset).toMatchObject({ without: ['import'], dateRange: true });
});

const narrowed = {
  'accounts.account': accountLayouts,
  'assets.asset': assetLayouts,
  'perms.assetpermission': permissionLayouts,
  'users.user': userLayouts,
  'users.usergroup': groupLayouts,
};
/** Query parameters that the asset tree sets, whether or not a resource has filters of these names. */
const ofTree = new Set<string>(['node_id', 'asset_id', 'category', 'type', 'platform', 'show_current_asset']);

test.each(Object.entries(narrowed))(
  'lists of %s use the metadata and the filters of the resource',
  (key, modes) => {
    const definition = byKey.get(key);
    if (!definition) throw new Error(`no resource ${key}`);
    const known = new Set([...(definition.filters ?? []), ...Object.keys(fieldsOf(definition)), ...ofTree]);
    for (const [name, mode] of Object.entries<unknown>(modes)) {
      if (!isLayout(mode)) continue;
      const { metadataUrl = collectionOf(definition), scopeKeys = [], exportNeed } = mode;
      expect([name, metadataUrl]).toEqual([name, collectionOf(definition)]);
      expect(scopeKeys.filter((part) => !known.has(part))).toEqual([]);
      if (exportNeed !== undefined) expect(permissions.map(permissionName)).toContain(exportNeed);
    }
  },
);

test('the asset tree filters a list by node, asset, category, type and platform', () => {
  expect(new Set<string>(assetTreeKeys)).toEqual(ofTree);
  expect(accountLayouts.accountList).toMatchObject({
    exportNeed: 'accounts.view_accountsecret',
    exportConfirm: 'mfa',
    scopeKeys: assetTreeKeys,
  });
});
