import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf, type Operation, type ResourceDefinition } from '../resource/defineResource.ts';
import type { FieldSpec, RefsField } from '../resource/fields.ts';
import { everyDefinition } from './all.ts';

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const grantable = new Set(permissions.map(permissionName));
const baseKey = (definition: ResourceDefinition) => definition.variantOf ?? keyOf(definition);

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

  test('the definition names only fields it has', () => {
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
    const carried: readonly string[] = [
      ...(definition.standard ?? []),
      ...(definition.scope === 'org' ? ['org_id', 'org_name'] : []),
    ];
    expect((definition.small ?? []).filter((name) => !carried.includes(name))).toEqual([]);
  });

  test('a form has every required field that clients may write, each field once, and no hidden field', () => {
    const shown = (definition.form ?? []).flatMap(([, ...names]) => names);
    const needed = fields.filter(([, field]) => field.required && !field.readOnly).map(([name]) => name);
    if (shown.length) expect(needed.filter((name) => !shown.includes(name))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
    expect(fields.filter(([name, field]) => shown.includes(name) && field.hidden)).toEqual([]);
  });

  test('a variant stores every field it redeclares as its base does', () => {
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

describe.each(named)('the declaration of %s', (_key, definition) => {
  const fields = fieldsOf(definition);

  test('additional list parameters have unique names that fit into a query', () => {
    const filters = definition.filters ?? [];
    expect(filters.filter((name) => !/^[a-z]\w+$/.test(name))).toEqual([]);
    expect(new Set(filters).size).toBe(filters.length);
  });

  test('the reason why rows do not prevent the deletion of their organization is a phrase', () => {
    expect(definition.letsOrganizationGo ?? 'none').toMatch(/^[a-z][a-z ,]+$/);
  });

  test('a computed field is read-only, and a choice has no duplicate values', () => {
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

  test('a nested field is shown by fields that its entries have', () => {
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

  test('a variant selects its rows by a field and a value that the field can have', () => {
    for (const [path, value] of Object.entries(definition.where ?? {})) {
      const field = definition.fields[path];
      if (field?.kind === 'choice') expect(field.choices).toContain(value);
      else expect([path, value]).toEqual(['platform.name', 'Gateway']);
    }
  });

  test('the address of a relation consists of lower-case words', () => {
    for (const path of Object.values(definition.relations ?? {})) expect(path).toMatch(/^[a-z][a-z-]+$/);
  });
});
