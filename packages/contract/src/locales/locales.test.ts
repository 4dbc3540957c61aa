import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { automationMethods } from '../assets/automationMethods.ts';
import { protocols } from '../assets/protocols.ts';
import { everyCall } from '../calls/all.ts';
import { builtinRoles } from '../permissions/builtinRoles.ts';
import { permissions } from '../permissions/catalogue.ts';
import { permissionLabel } from '../permissions/labels.ts';
import { type PermissionBranch, permissionTree } from '../permissions/tree.ts';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import type { BitNode, FieldSpec } from '../resource/fields.ts';
import { everyDefinition } from '../resources/all.ts';

type Tree = { [key: string]: string | Tree };

const folder = fileURLToPath(new URL('.', import.meta.url));
const languages = ['en', 'zh-hans', 'zh-hant', 'ja'] as const;
const files = readdirSync(`${folder}en`).map((file) => file.replace('.json', ''));

const flatten = (tree: Tree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );

const load = (language: string, file: string) =>
  flatten(JSON.parse(readFileSync(`${folder}${language}/${file}.json`, 'utf8')) as Tree, `${file}.`);

const english = new Map(files.flatMap((file) => load('en', file)));
const apps = new Set(everyDefinition.map(({ app }) => app));

/** Looks a text up the way the product does: the resource, the variant's base, then the common words. */
const createReader = () => {
  const used = new Set<string>();
  const missing = new Set<string>();
  const read = (scopes: readonly string[], section: string, name: string) => {
    const found = scopes.map((scope) => `${scope}.${section}.${name}`).find((key) => english.has(key));
    if (found) used.add(found);
    else missing.add(`${scopes[0]}.${section}.${name}`);
  };
  return { used, missing, read };
};

type Reader = ReturnType<typeof createReader>;

const bitValues = (nodes: readonly BitNode[]): string[] =>
  nodes.flatMap((node) => [node.value, ...bitValues(node.children ?? [])]);

const choicesOf = (field: FieldSpec): readonly (string | number)[] => {
  if (field.kind === 'choice' || field.kind === 'choices') return field.choices;
  return field.kind === 'bits' ? bitValues(field.tree) : [];
};

const readField = (reader: Reader, scopes: readonly string[], name: string, field: FieldSpec): void => {
  if (field.hidden) return;
  reader.read(scopes, 'fields', name);
  if (field.help) reader.read(scopes.slice(0, -1), 'help', name);
  for (const value of choicesOf(field)) reader.read(scopes, `choices.${name}`, String(value) || 'empty');
  if (field.kind === 'nested')
    for (const [inner, spec] of Object.entries(field.fields)) readField(reader, scopes, inner, spec);
  if (field.kind === 'nested') {
    for (const shape of Object.values(field.shapes ?? {}))
      for (const [inner, spec] of Object.entries(shape)) readField(reader, scopes, inner, spec);
    const mentionScopes = field.like ? [field.like.resource, 'common'] : scopes;
    for (const [inner, spec] of Object.entries(field.mentions ?? {}))
      readField(reader, mentionScopes, inner, spec);
  }
  for (const value of field.told?.choices ?? []) reader.read(scopes, `choices.${name}`, String(value));
  for (const [inner, spec] of Object.entries(field.told?.fields ?? {}))
    readField(reader, scopes, inner, spec);
  if (field.kind === 'computed' && field.as === 'labeled_choice')
    for (const key of english.keys())
      if (key.startsWith(`${scopes[0]}.choices.${name}.`)) reader.used.add(key);
};

const readResource = (reader: Reader, definition: ResourceDefinition): void => {
  const own = keyOf(definition);
  const scopes = [own, ...(definition.variantOf ? [definition.variantOf] : []), 'common'];
  for (const name of ['_', '_many']) {
    const key = `${own}.${name}`;
    if (english.has(key)) reader.used.add(key);
    else reader.missing.add(key);
  }
  for (const [name, field] of Object.entries({ ...definition.mentions, ...definition.fields }))
    readField(reader, scopes, name, field);
  for (const name of definition.standard ?? []) reader.read(scopes, 'fields', name);
  for (const [group] of definition.form ?? []) reader.read(scopes, 'groups', group);
  for (const action of Object.keys(definition.actions ?? {})) reader.read(scopes, 'actions', action);
};

const readAssetFacts = (reader: Reader): void => {
  const setting = ['assets.protocolsetting', 'common'];
  const method = ['assets.automationmethod', 'common'];
  for (const scope of ['assets.protocolsetting', 'assets.automationmethod'])
    for (const name of ['_', '_many']) reader.used.add(`${scope}.${name}`);
  for (const { name, choices, literal } of protocols.flatMap((protocol) => protocol.setting ?? [])) {
    reader.read(setting, 'fields', name);
    if (english.has(`assets.protocolsetting.help.${name}`))
      reader.used.add(`assets.protocolsetting.help.${name}`);
    if (!literal) for (const value of choices ?? []) reader.read(setting, `choices.${name}`, value);
  }
  for (const { id, params } of automationMethods) {
    reader.read(method, 'choices.id', id);
    for (const { name } of params) {
      reader.read(method, 'fields', name);
      if (english.has(`assets.automationmethod.help.${name}`))
        reader.used.add(`assets.automationmethod.help.${name}`);
    }
  }
};

const readEverything = (): Reader => {
  const reader = createReader();
  for (const definition of everyDefinition) readResource(reader, definition);
  readAssetFacts(reader);
  // The operate log names it as it names resources.
  reader.used.add('audits.masterKey._');
  for (const name of ['id', 'org_id', 'org_name']) reader.read(['common'], 'fields', name);
  return reader;
};

test('every title, label, choice, group, action and help text of every definition has a text', () => {
  expect([...readEverything().missing]).toEqual([]);
});

test('every field and choice of a form that its OPTIONS describes has a text', () => {
  const reader = createReader();
  const forms = everyCall.flatMap(({ shows }) => (shows && 'form' in shows ? [shows.form] : []));
  expect(forms.length).toBeGreaterThan(2);
  for (const { app, name, fields } of forms)
    for (const [field, spec] of Object.entries<FieldSpec>(fields))
      readField(reader, [`${app}.${name}`, 'common'], field, spec);
  expect([...reader.missing]).toEqual([]);
});

test('no text of a resource is unused', () => {
  const { used } = readEverything();
  const written = [...english.keys()].filter((key) => {
    const [file = ''] = key.split('.');
    return apps.has(file) || (file === 'common' && !key.startsWith('common.words.'));
  });
  expect(written.filter((key) => !used.has(key))).toEqual([]);
});

test.each(languages)('%s has exactly the keys and placeholders of English, and no empty text', (language) => {
  const there = new Map(
    readdirSync(folder + language).flatMap((file) => load(language, file.replace('.json', ''))),
  );
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  expect([...there.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of there) {
    expect(text.trim(), key).not.toBe('');
    expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
  }
});

const branchIds = (branches: readonly PermissionBranch[]): string[] =>
  branches.flatMap((branch) => [branch.id, ...branchIds(branch.children ?? [])]);

test('exactly the permissions, models, apps, branches and built-in roles have names', () => {
  const composed = ['add', 'change', 'delete', 'view'].map((verb) => `permissions.verbs.${verb}`);
  const names = permissions.map(({ app, codename }) => `permissions.codenames.${app}.${codename}`);
  const needed = [
    ...composed,
    'permissions.branches.all',
    ...branchIds(permissionTree).map((id) => `permissions.branches.${id}`),
    ...permissions.map(({ app }) => `permissions.apps.${app}`),
    ...permissions.map(({ app, model }) => `permissions.models.${app}.${model}`),
    ...Object.values(builtinRoles).map(({ name }) => `permissions.roles.${name}`),
  ];
  const written = [...english.keys()].filter((key) => key.startsWith('permissions.'));
  expect(needed.filter((key) => !written.includes(key))).toEqual([]);
  expect(written.filter((key) => !needed.includes(key) && !names.includes(key))).toEqual([]);
});

test.each(languages)('every permission has a label of its own in %s', (language) => {
  const texts = new Map(load(language, 'permissions'));
  const text = (key: string, params?: { name: string }) =>
    texts.get(`permissions.${key}`)?.replace('{name}', params?.name ?? '');
  const labels = permissions.map((permission) => permissionLabel(permission, text));
  const codes = permissions.map(({ app, codename }) => `${app}.${codename}`);
  expect(labels.filter((label) => codes.includes(label))).toEqual([]);
  const twice = labels.filter((label, index) => labels.indexOf(label) !== index);
  expect(twice).toEqual([]);
});
