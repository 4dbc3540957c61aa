import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import type { FieldMeta, OptionsBody, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { abilitiesOf, asksForAbilities } from './abilities.ts';
import type { Context } from './context.ts';
import { fieldMeta, hasColumn, kindOf } from './fields/registry.ts';
import { actionLabel, fieldLabel, groupLabel, resourceTitle } from './labels.ts';
import { writableFields } from './operations/parse.ts';
import { readableFields } from './present.ts';
import { operationsOf, permissionOf, type Resource } from './resource.ts';

const plain = (name: string, resource: Resource, ctx: Context, readOnly: boolean): FieldMeta => ({
  type: name === 'id' && resource.idKind === 'integer' ? 'integer' : 'string',
  required: false,
  read_only: readOnly,
  write_only: false,
  label: fieldLabel({ name, resource, ctx }),
  kind: name === 'id' ? 'uuid' : 'text',
});

const readMeta = (
  resource: Resource,
  ctx: Context,
  purposes: readonly ReadPurpose[],
): Record<string, FieldMeta> => {
  const names = new Set(purposes.flatMap((purpose) => readableFields(resource, purpose, {}, ctx)));
  const entries = [...names].map((name): [string, FieldMeta] => {
    const field = resource.fields[name];
    if (!field) return [name, plain(name, resource, ctx, name !== 'id')];
    const meta = fieldMeta({ name, field, resource, ctx });
    if (field.filter || resource.behaviour.filters?.[name]) meta.filter = true;
    if (hasColumn(field) && field.order !== false && kindOf(field).orderable !== false) meta.order = true;
    return [name, meta];
  });
  return Object.fromEntries(entries);
};

const writeMeta = (
  resource: Resource,
  mode: 'create' | 'replace',
  ctx: Context,
): Record<string, FieldMeta> => {
  const writable = new Set(writableFields(resource, mode, ctx).map(([name]) => name));
  const hidden = new Set(resource.behaviour.hiddenFields?.(ctx) ?? []);
  const entries = Object.entries(resource.fields)
    .filter(([name, field]) => !field.hidden && !hidden.has(name) && field.on !== 'list')
    .map(([name, field]): [string, FieldMeta] => [
      name,
      { ...fieldMeta({ name, field, resource, ctx }), read_only: !writable.has(name) },
    ]);
  return { id: plain('id', resource, ctx, false), ...Object.fromEntries(entries) };
};

const viewOf = (resource: Resource, query: URLSearchParams, ctx: Context): ViewMeta => {
  const { definition } = resource;
  const verbs = ['view', 'add', 'change', 'delete'] as const;
  const hidden = new Set(resource.behaviour.hiddenFields?.(ctx) ?? []);
  return {
    key: resource.key,
    title: resourceTitle(resource, ctx),
    titles: resourceTitle(resource, ctx, 'many'),
    label: definition.label,
    scope: resource.orgScoped ? 'org' : 'global',
    list: {
      default: [...(definition.list?.default ?? [definition.label, 'actions'])],
      min: [...(definition.list?.min ?? [definition.label, 'actions'])],
      exclude: [...(definition.list?.exclude ?? [])],
    },
    form: (definition.form ?? [])
      .map(([group, ...fields]) => ({
        group,
        label: groupLabel(group, resource, ctx),
        fields: fields.filter((name) => !hidden.has(name)),
      }))
      .filter(({ fields }) => fields.length > 0),
    search: Object.entries(resource.fields)
      .filter(([, field]) => field.search && !field.hidden)
      .map(([name]) => name),
    order: [...(definition.order ?? [])],
    labels: 'labels' in resource.fields,
    transfer: {
      export: definition.transfer?.export !== false,
      import: definition.transfer?.import !== false,
    },
    permissions: Object.fromEntries(
      verbs.map((verb) => [verb, permissionOf(resource, verb)]),
    ) as ViewMeta['permissions'],
    operations: operationsOf(resource),
    ...(asksForAbilities(query) && { abilities: abilitiesOf(resource) }),
    bulk: definition.bulk !== false,
    actions: Object.fromEntries(
      Object.entries(definition.actions ?? {}).map(([name, action]) => [
        name,
        {
          on: action.on,
          method: action.method,
          path: action.path,
          permission: action.permission,
          ...(action.confirm && { confirm: action.confirm }),
          label: actionLabel(name, resource, ctx),
        },
      ]),
    ),
  };
};

/** OPTIONS of any address: its media types and, where known, its fields. */
export const plainOptions = (name: string, actions?: OptionsBody['actions']): OptionsBody => ({
  name,
  description: '',
  renders: ['application/json', 'text/csv', 'application/xlsx'],
  parses: [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/csv',
    'text/xlsx',
    '*/*',
  ],
  ...(actions && { actions }),
});

/** OPTIONS of an address that only shows rows of a resource. */
export const readOptions = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<OptionsBody & { actions: { GET: Record<string, FieldMeta> } }> => {
  const GET = readMeta(resource, ctx, ['list']);
  await resource.behaviour.describe?.(GET, ctx, query);
  const name = resourceTitle(resource, ctx, 'many');
  return { ...plainOptions(name), actions: { GET }, view: viewOf(resource, query, ctx) };
};

/**
 * OPTIONS of a collection or a row: metadata of the fields per method for the `purposes` of reading, plus our
 * `view` block.
 */
export const optionsOf = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
  purposes: readonly ReadPurpose[] = ['list'],
): Promise<OptionsBody> => {
  const operations = operationsOf(resource);
  const actions: NonNullable<OptionsBody['actions']> = {};
  if (operations.includes('list') || operations.includes('retrieve'))
    actions.GET = readMeta(resource, ctx, purposes);
  if (operations.includes('create')) actions.POST = writeMeta(resource, 'create', ctx);
  if (operations.includes('update'))
    Object.assign(actions, {
      PUT: writeMeta(resource, 'replace', ctx),
      PATCH: writeMeta(resource, 'replace', ctx),
    });
  for (const meta of Object.values(actions)) await resource.behaviour.describe?.(meta, ctx, query);
  return {
    ...plainOptions(resourceTitle(resource, ctx, 'many'), actions),
    view: viewOf(resource, query, ctx),
  };
};
