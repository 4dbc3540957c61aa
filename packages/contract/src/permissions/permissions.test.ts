import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyDefinition } from '../resources/all.ts';
import { type BuiltinRole, builtinRoles, permissionsOfBuiltinRole } from './builtinRoles.ts';
import {
  numberOf,
  permissionName,
  permissionOfNumber,
  permissions,
  permissionsOfScope,
} from './catalogue.ts';
import { definitionPermissions } from './definitionPermissions.ts';
import { permissionDependencies } from './dependencies.ts';
import { licensedOnly } from './licensed.ts';
import { type PermissionBranch, permissionsUnderModel, permissionTree } from './tree.ts';

const names = permissions.map(permissionName);
/**
 * For each permission of the reference system, enterprise ones aside: its scope, its view, and the built-in
 * roles that hold it, without those of administrators.
 */
const reference = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8'));

const reading = /\.(view|match|download|monitor)_/;
const ownSignIn = /^authentication\.\w+_(accesskey|passkey|temptoken)$/;
/** What auditors hold in the reference system and not here: everything that changes something. */
const lostBy = (role: string, name: string): boolean =>
  role.endsWith('Auditor') &&
  (/_connectiontoken$/.test(name) ||
    !(reading.test(name) || (role === 'systemAuditor' && ownSignIn.test(name))));

/** What components hold here besides: their own tasks, the files of their sessions, the tickets of those. */
const gained = [
  'audits.add_ftplog',
  'audits.change_ftplog',
  'terminal.view_task',
  'tickets.add_superticket',
  'tickets.add_ticketsession',
  'tickets.change_superticket',
  'tickets.view_superticket',
];

const under = (branch: PermissionBranch): string[] => [
  ...(branch.permissions ?? []),
  ...(branch.models ?? []).flatMap(permissionsUnderModel),
  ...(branch.children ?? []).flatMap(under),
];
const branches = (from: readonly PermissionBranch[]): PermissionBranch[] =>
  from.flatMap((branch) => [branch, ...branches(branch.children ?? [])]);

test('each permission has one name and a number of its own', () => {
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(names.map(numberOf)).size).toBe(names.length);
  expect(permissionOfNumber(numberOf('assets.view_asset'))).toBe('assets.view_asset');
});

test('every permission of the reference system exists with its scope, its view and its built-in roles', () => {
  const org = new Set(permissionsOfScope('org').map(permissionName));
  const roles = Object.entries(builtinRoles).map(
    ([name, role]) => [name, new Set(permissionsOfBuiltinRole(role))] as const,
  );
  const views = permissionTree.map((branch) => [branch.id, new Set(under(branch))] as const);
  const found = Object.keys(reference).map((name) => {
    const view = views.find(([, shown]) => shown.has(name))?.[0];
    const held = roles.filter(([, names]) => names.has(name)).map(([role]) => role);
    const limited = held.filter(
      (role) =>
        role !== 'systemAdmin' &&
        role !== 'orgAdmin' &&
        !(role === 'systemComponent' && gained.includes(name)),
    );
    return [name, [org.has(name) ? 'org' : 'system', view, ...limited]];
  });
  const entries = Object.entries<string[]>(reference);
  const expected = entries.map(([name, facts]) => [name, facts.filter((fact) => !lostBy(fact, name))]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

test('an auditor role reads: it gives no right to write, except to the own ways of signing in', () => {
  const { systemAuditor, orgAuditor } = builtinRoles;
  const writes = (role: BuiltinRole) => permissionsOfBuiltinRole(role).filter((name) => !reading.test(name));
  expect(writes(orgAuditor)).toEqual([]);
  expect(writes(systemAuditor).filter((name) => !ownSignIn.test(name))).toEqual([]);
  for (const name of ['audits.view_usersession', 'terminal.view_session', 'terminal.monitor_session'])
    expect(permissionsOfBuiltinRole(orgAuditor)).toContain(name);
});

test('administrators hold everything of their scope', () => {
  for (const role of [builtinRoles.systemAdmin, builtinRoles.orgAdmin])
    expect(permissionsOfBuiltinRole(role)).toEqual(permissionsOfScope(role.scope).map(permissionName).sort());
});

test('components hold what they call, and nothing about users, assets, roles, settings or messages', () => {
  expect(permissionsOfBuiltinRole(builtinRoles.systemComponent)).toEqual([
    'audits.add_ftplog',
    'audits.change_ftplog',
    'authentication.add_superconnectiontoken',
    'authentication.view_superconnectiontokensecret',
    'terminal.add_command',
    'terminal.add_session',
    'terminal.add_status',
    'terminal.change_session',
    'terminal.change_task',
    'terminal.upload_sessionreplay',
    'terminal.validate_sessionactionperm',
    'terminal.view_task',
    'terminal.view_terminalconfig',
    'tickets.add_superticket',
    'tickets.add_ticketsession',
    'tickets.change_superticket',
    'tickets.view_superticket',
  ]);
});

test('the tree shows every permission exactly once', () => {
  const shown = permissionTree.flatMap(under);
  expect([...shown].sort()).toEqual([...names].sort());
});

test('a definition brings the permissions of its operations, and those of its actions that name its model', () => {
  const site = {
    app: 'assets',
    name: 'site',
    path: 'sites',
    scope: 'org',
    label: 'name',
    fields: {},
    operations: ['list', 'retrieve', 'create', 'destroy'],
    permissions: { delete: 'superuser' },
    actions: {
      close: { on: 'row', method: 'POST', path: 'close', permission: 'assets.close_site' },
      hosts: { on: 'row', method: 'GET', path: 'hosts', permission: 'assets.view_host' },
    },
  } as const;
  expect(definitionPermissions(site).map(permissionName)).toEqual([
    'assets.view_site',
    'assets.add_site',
    'assets.close_site',
  ]);
  const scopes = (scope: 'org' | 'global') =>
    definitionPermissions({ ...site, scope }).map((permission) => permission.scope);
  expect(new Set(scopes('org'))).toEqual(new Set(['org']));
  expect(new Set(scopes('global'))).toEqual(new Set(['system']));
});

test('every permission that a definition asks for can be granted', () => {
  const declared = everyDefinition.flatMap(definitionPermissions).map(permissionName);
  expect(declared.filter((name) => !names.includes(name))).toEqual([]);
  expect(declared).toContain('assets.view_gateway');
  expect(declared).not.toContain('assets.view_host');
});

test('a model that no branch of the tree names is in the branch of its app', () => {
  const found = branches(permissionTree).find(({ id }) => id === 'accounts');
  expect(found?.models).toEqual([
    'accounts.account',
    'accounts.accountcheckout',
    'accounts.accounttemplate',
    'accounts.integrationapplication',
    'accounts.integrationlog',
    'accounts.virtualaccount',
  ]);
});

test('dependency rules and licence limits name only permissions, models and branches that exist', () => {
  const models = permissions.map(({ app, model }) => `${app}.${model}`);
  const keys = new Set([...names, ...models, ...branches(permissionTree).map((branch) => branch.id)]);
  const rules = permissionDependencies.flatMap(({ when, needs }) => [...when, ...needs]);
  expect(
    [...rules, ...licensedOnly.models, ...licensedOnly.permissions].filter((key) => !keys.has(key)),
  ).toEqual([]);
  expect(permissionDependencies.flatMap(({ needs }) => needs).filter((key) => !names.includes(key))).toEqual(
    [],
  );
});

test('permissions are listed by app and model: the four verbs first, then the others as declared', () => {
  const models = permissions.map(({ app, model }) => `${app}.${model}`);
  const once = [...new Set(models)];
  expect(once).toEqual(once.toSorted());
  expect(models).toEqual(once.flatMap((model) => models.filter((other) => other === model)));
  const ofAsset = permissions.filter(({ app, model }) => app === 'assets' && model === 'asset');
  expect(ofAsset.map(({ codename }) => codename)).toEqual([
    'add_asset',
    'change_asset',
    'delete_asset',
    'view_asset',
    'refresh_assethardwareinfo',
    'test_assetconnectivity',
    'match_asset',
    'change_assetnodes',
  ]);
});

test('the permission tree has no empty branch and no model without permissions', () => {
  const all = branches(permissionTree);
  expect(all.filter(({ models }) => models?.length === 0)).toEqual([]);
  expect(all.filter((branch) => 'children' in branch && !branch.children?.length)).toEqual([]);
  const empty = all
    .flatMap(({ models = [] }) => models)
    .filter((model) => !permissionsUnderModel(model).length);
  expect(empty).toEqual([]);
});
