import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf, type Operation, type ResourceDefinition } from '../resource/defineResource.ts';
import type { FieldSpec, RefsField } from '../resource/fields.ts';
import { standardFields } from '../resource/standardFields.ts';
import { everyDefinition } from './all.ts';

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const grantable = new Set(permissions.map(permissionName));
const baseKey = (definition: ResourceDefinition) => definition.variantOf ?? keyOf(definition);

const baseOf = (key: string): string => byKey.get(key)?.variantOf ?? key;

const namesOf = (definition: ResourceDefinition): Set<string> =>
  new Set(['id', ...Object.keys(definition.fields), ...(definition.standard ?? [])]);

const unknown = (definition: ResourceDefinition, names: readonly string[]): string[] =>
  names.filter((name) => !namesOf(definition).has(name));

const targetOf = (to: string): ResourceDefinition => {
  const target = byKey.get(to);
  if (!target) throw new Error(`no resource ${to}`);
  return target;
};

const pointsAt = (
  field: FieldSpec | undefined,
  kind: 'ref' | 'refs',
  definition: ResourceDefinition,
): boolean => field?.kind === kind && baseKey(targetOf(field.to)) === baseKey(definition);

const isKnownPermission = (need: string): boolean =>
  need
    .split('|')
    .every(
      (part) =>
        part === 'validUser' || part === 'superuser' || part === 'serviceAccount' || grantable.has(part),
    );

const verbOf: Record<Operation, 'view' | 'add' | 'change' | 'delete'> = {
  list: 'view',
  retrieve: 'view',
  create: 'add',
  update: 'change',
  destroy: 'delete',
};
const everyOperation: readonly Operation[] = ['list', 'retrieve', 'create', 'update', 'destroy'];

test('every definition file is listed once, under its own name and address', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) =>
      readdirSync(folder + entry.name).map((file) => `${entry.name}.${file.replace('.ts', '')}`),
    );
  expect([...byKey.keys()].sort()).toEqual(files.sort());
  const addresses = everyDefinition.flatMap((definition) => [
    `/${definition.app}/${definition.path}`,
    ...(definition.aliases ?? []),
  ]);
  expect(new Set(addresses).size).toBe(addresses.length);
});

const named = everyDefinition.map((definition) => [keyOf(definition), definition] as const);
const fieldsOf = (definition: ResourceDefinition) => Object.entries<FieldSpec>(definition.fields);

describe.each(named)('the fields of %s', (_key, definition) => {
  const fields = fieldsOf(definition);

  test('names only fields it has', () => {
    const order = (definition.order ?? []).map((name) => name.replace(/^-/, ''));
    const columns = [
      definition.list?.default ?? [],
      definition.list?.min ?? [],
      definition.list?.exclude ?? [],
    ].flat();
    expect(
      unknown(
        definition,
        columns.filter((name) => name !== 'actions'),
      ),
    ).toEqual([]);
    expect(
      unknown(
        definition,
        (definition.form ?? []).flatMap(([, ...names]) => names),
      ),
    ).toEqual([]);
    expect(unknown(definition, [...(definition.unique ?? []), ...(definition.indexes ?? [])].flat())).toEqual(
      [],
    );
    expect(unknown(definition, [...order, definition.label])).toEqual([]);
    expect(unknown(definition, definition.range ? [definition.range] : [])).toEqual([]);
    expect(unknown(definition, Object.keys(definition.relations ?? {}))).toEqual([]);
    expect(
      unknown(
        definition,
        Object.keys(definition.where ?? {}).map((path) => path.split('.')[0] ?? ''),
      ),
    ).toEqual([]);
    expect((definition.small ?? []).filter((name) => !definition.standard?.includes(name))).toEqual([]);
  });

  test('a form has every required field, and none that clients may not write', () => {
    const shown = (definition.form ?? []).flatMap(([, ...names]) => names);
    const needed = fields.filter(([, field]) => field.required && !field.readOnly).map(([name]) => name);
    if (shown.length) expect(needed.filter((name) => !shown.includes(name))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
    expect(fields.filter(([name, field]) => shown.includes(name) && field.hidden)).toEqual([]);
  });

  test('a variant keeps the kind of every field it redeclares, except to read a secret', () => {
    if (!definition.variantOf) return;
    const base = targetOf(definition.variantOf);
    expect(base.variantOf).toBeUndefined();
    const changed = fields.filter(
      ([name, field]) => base.fields[name] && base.fields[name].kind !== field.kind,
    );
    const stored = (kind: string) => ({ secret: 'text', nested: 'json' })[kind] ?? kind;
    expect(
      changed.filter(([name, field]) => stored(base.fields[name]?.kind ?? '') !== stored(field.kind)),
    ).toEqual([]);
  });
});

describe.each(named)('the relations of %s', (_key, definition) => {
  const fields = fieldsOf(definition);

  test('relations lead to resources that exist, and back', () => {
    for (const [name, field] of fields) {
      if (field.kind === 'amount') expect(definition.fields[field.of]?.kind, name).toBe('refs');
      if (field.kind !== 'ref' && field.kind !== 'refs' && field.kind !== 'selector') continue;
      const target = targetOf(field.to);
      if (field.kind === 'selector') continue;
      expect(unknown(target, [...(field.attrs ?? [])]), name).toEqual([]);
      const { inverse, reverse } = field as RefsField;
      if (inverse) expect(pointsAt(target.fields[inverse], 'refs', definition), name).toBe(true);
      if (reverse) expect(pointsAt(target.fields[reverse], 'ref', definition), name).toBe(true);
    }
    for (const name of Object.keys(definition.relations ?? {}))
      expect(definition.fields[name]?.kind).toBe('refs');
  });

  test('a related row can be named in its smallest form, as selects need it', () => {
    for (const [name, field] of fields) {
      if (field.kind !== 'ref' && field.kind !== 'refs') continue;
      const target = targetOf(field.to);
      const label = (target.fields as Record<string, FieldSpec>)[target.label];
      if (!target.operations?.includes('list') && target.operations) continue;
      expect(label?.size, `${name} → ${keyOf(target)}.${target.label}`).toBe('mini');
    }
  });
});

describe.each(named)('%s', (_key, definition) => {
  test('requires permissions that can be granted', () => {
    const model = definition.permissionModel ?? definition.name;
    const needs = (definition.operations ?? everyOperation).map((operation) => {
      const verb = verbOf[operation];
      return definition.permissions?.[verb] ?? `${definition.app}.${verb}_${model}`;
    });
    const actions = Object.values(definition.actions ?? {}).map((action) => action.permission);
    const all = [...needs, ...actions, ...(definition.suggestions ? [definition.suggestions] : [])];
    expect(all.filter((need) => !isKnownPermission(need))).toEqual([]);
  });

  test('each action has an address of its own', () => {
    const addresses = Object.values(definition.actions ?? {}).map(
      ({ on, method, path }) => `${method} ${on} ${path}`,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter((address) => !/^[A-Z]+ (row|collection) [\w-]/.test(address))).toEqual([]);
    expect(addresses.filter((address) => /\/\s*$|\s\//.test(address))).toEqual([]);
  });
});

describe.each(named)('what is said of %s', (_key, definition) => {
  const fields = fieldsOf(definition);

  test('further parameters of its list have names that a query can carry, each once', () => {
    const filters = definition.filters ?? [];
    expect(filters.filter((name) => !/^[a-z]\w+$/.test(name))).toEqual([]);
    expect(new Set(filters).size).toBe(filters.length);
  });

  test('a reason why its rows let their organization go is in words', () => {
    expect(definition.letsOrganizationGo ?? 'none').toMatch(/^[a-z][a-z ,]+$/);
  });

  test('a computed value is not written by clients, and a choice offers no word twice', () => {
    const parts = fields.flatMap(([, field]) =>
      field.kind === 'nested' ? Object.entries(field.fields) : [],
    );
    const writable = [...fields, ...parts].filter(
      ([, field]) => field.kind === 'computed' && !field.readOnly && !field.hidden,
    );
    expect(writable).toEqual([]);
    for (const [name, field] of fields)
      if (field.kind === 'choice') expect(new Set(field.choices).size, name).toBe(field.choices.length);
  });

  test('the default of a choice is one of its choices', () => {
    const faulty = fields.filter(
      ([, field]) =>
        field.kind === 'choice' &&
        field.default !== undefined &&
        field.default !== null &&
        !field.choices.includes(field.default as string | number),
    );
    expect(faulty).toEqual([]);
  });

  test('an entry of a list is shown by fields it has', () => {
    for (const [name, field] of fields) {
      if (field.kind !== 'nested') continue;
      expect(
        (field.cell ?? []).filter((part) => !(part in field.fields)),
        name,
      ).toEqual([]);
      if (!field.like) continue;
      const target = targetOf(field.like.resource);
      expect(unknown(target, field.like.fields), name).toEqual([]);
    }
  });

  test('the rows of a variant are chosen by a field and one of its values', () => {
    for (const [path, value] of Object.entries(definition.where ?? {})) {
      const field = definition.fields[path];
      if (field?.kind === 'choice') expect(field.choices).toContain(value);
      else expect([path, value]).toEqual(['platform.name', 'Gateway']);
    }
  });

  test('an address of a relation is a path of words', () => {
    for (const path of Object.values(definition.relations ?? {})) expect(path).toMatch(/^[a-z][a-z-]+$/);
  });
});

/** Values of the server's own, which no client sees or sends; variants hide what their base hides. */
const hidden: { readonly [key: string]: string } = {
  'accounts.account': 'ssh_key_fingerprint date_verified',
  'accounts.accounttemplate': 'ssh_key_fingerprint',
  'accounts.historicalaccount': 'account',
  'assets.asset': 'date_updated',
  'assets.favoriteasset': 'user',
  'assets.node': 'parent_key child_mark assets_amount',
  'audits.activitylog': 'resource_id detail_id datetime',
  'audits.operatelog': 'resource_key resource_id diff',
  'audits.usersession': 'session_id',
  'authentication.accesskey': 'user secret',
  'authentication.connectiontoken': 'remote_addr session_id permission',
  'labels.label': 'display_name',
  'notifications.sitemessage': 'user content_id text sender',
  'rbac.role': 'codenames',
  'settings.chatconversation': 'turns user',
  'terminal.session': 'holder date_alive replay_path',
  'terminal.terminal': 'user is_deleted date_last_seen',
  'tickets.applyassetticket': 'assignees',
  'tickets.comment': 'type state',
  'tickets.ticket': 'assignees',
  'users.user': 'password_hash otp_secret otp_last_step file_encryption_password',
};

test('what only the server may know is hidden in every resource', () => {
  const found = everyDefinition.map((definition): [string, string] => [
    keyOf(definition),
    fieldsOf(definition)
      .filter(([, field]) => field.hidden)
      .map(([name]) => name)
      .join(' '),
  ]);
  for (const [key, names] of found) expect([key, names]).toEqual([key, hidden[baseOf(key)] ?? '']);
});

/** What changes by itself or may not be told: the operate log leaves it out. */
const untold: { readonly [key: string]: string } = {
  'accounts.account': 'version connectivity',
  'assets.asset': 'connectivity gathered_info date_verified',
  'assets.node': 'key',
  'authentication.accesskey': 'date_last_used',
  'authentication.temptoken': 'secret verified date_verified',
  'terminal.hostkey': 'date_last_seen',
  'tickets.ticketflow': 'org_id',
  'users.user': 'public_key is_first_login last_login date_api_key_last_used date_password_last_updated',
};

test('the operate log tells what users changed, and neither secrets nor what changes by itself', () => {
  for (const definition of everyDefinition) {
    if (definition.variantOf || definition.audited === false) continue;
    const names = fieldsOf(definition)
      .filter(([, field]) => field.noDiff && !field.hidden && !field.virtual)
      .map(([name]) => name);
    expect([keyOf(definition), names.join(' ')]).toEqual([
      keyOf(definition),
      untold[keyOf(definition)] ?? '',
    ]);
  }
});

/** What a client must send to create a row, by resource (references 02 to 06). */
const required: { readonly [key: string]: string } = {
  'accounts.account': 'asset',
  'accounts.accounttemplate': 'name',
  'assets.asset': 'name address platform',
  'assets.domain': 'name',
  'assets.favoriteasset': 'asset',
  'assets.gateway': 'name address',
  'assets.platform': 'name category type protocols',
  'audits.ftplog': 'user asset account operate filename',
  'authentication.connectiontoken': 'asset account connect_method',
  'labels.label': 'name value',
  'labels.labeledresource': 'label res_type res_id',
  'orgs.organization': 'name',
  'perms.assetpermission': 'name',
  'rbac.orgrole': 'name',
  'rbac.role': 'name scope',
  'rbac.rolebinding': 'user role',
  'rbac.systemrole': 'name',
  'settings.chatprompt': 'name content',
  'terminal.command': 'user asset account input session timestamp',
  'terminal.hostkey': 'asset address port key_type fingerprint key',
  'terminal.session': 'user asset account protocol',
  'terminal.status': 'sessions',
  'terminal.task': 'name args',
  'terminal.terminal': 'name command_storage replay_storage',
  'tickets.applyassetticket': 'title apply_date_start apply_date_expired',
  'tickets.comment': 'body',
  'tickets.ticket': 'title',
  'tickets.ticketflow': 'type approval_level rules',
  'users.user': 'name username email',
  'users.usergroup': 'name',
};

test('a row is created from the fields that clients know as required', () => {
  for (const definition of everyDefinition) {
    const names = fieldsOf(definition)
      .filter(([, field]) => field.required)
      .map(([name]) => name);
    const key = keyOf(definition);
    expect([key, names.join(' ')]).toEqual([key, required[key] ?? required[baseOf(key)] ?? '']);
  }
});

/** What only a new row takes: later it says what the row is. */
const fixed: { readonly [key: string]: string } = {
  'accounts.account': 'username asset',
  'assets.platform': 'category type',
  'rbac.role': 'scope',
  'rbac.rolebinding': 'user role org',
  'terminal.hostkey': 'asset address port key_type fingerprint key',
};

test('what a row is does not change once it is created', () => {
  for (const definition of everyDefinition.filter(({ variantOf }) => !variantOf)) {
    const names = fieldsOf(definition)
      .filter(([, field]) => field.createOnly)
      .map(([name]) => name);
    const key = keyOf(definition);
    expect([key, names.join(' ')]).toEqual([key, fixed[key] ?? '']);
  }
});

test('a port may be 0 on a platform, must be given, and may be left to the address on an asset', () => {
  const port = (key: string) => {
    const field = byKey.get(key)?.fields.protocols;
    return field?.kind === 'nested' ? field.fields.port : undefined;
  };
  expect(port('assets.platform')).toEqual({ kind: 'integer', required: true, min: 0, max: 65_535 });
  expect(port('assets.asset')).toMatchObject({ required: true, nullable: true, min: 0, max: 65_535 });
});

test('standard columns are written by the server, and a comment has lines', () => {
  for (const name of ['created_by', 'updated_by', 'date_created', 'date_updated'] as const)
    expect(standardFields[name], name).toMatchObject({ readOnly: true, noDiff: true });
  expect(standardFields.date_updated.nullable).toBe(true);
  expect(standardFields.comment).toMatchObject({ multiline: true, size: 'small' });
});

test('a session ends with the reasons that clients know', () => {
  const field = byKey.get('terminal.session')?.fields.error_reason;
  expect(field?.kind === 'choice' && field.choices).toEqual([
    '',
    'connect_failed',
    'replay_create_failed',
    'replay_upload_failed',
    'replay_convert_failed',
    'replay_unsupported',
    'gateway_lost',
  ]);
});
