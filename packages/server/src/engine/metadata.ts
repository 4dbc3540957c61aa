import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import type { FieldMeta, OptionsBody, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { abilitiesOf, asksForAbilities } from './abilities.ts';
import type { Context } from './context.ts';
import type { Use } from './fields/kind.ts';
import { fieldMeta, hasColumn, kindOf, rankOf } from './fields/registry.ts';
import { mentioned, retell } from './fields/told.ts';
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

type Told = { name: string; field: FieldSpec; isMention: boolean };

/** What OPTIONS tells of, by position in a row: fields the caller may know of, and those only mentioned. */
const toldFields = (resource: Resource, ctx: Context): Told[] => {
  const hidden = new Set(resource.behaviour.hiddenFields?.(ctx) ?? []);
  const known = Object.entries(resource.fields).filter(([name, field]) => !field.hidden && !hidden.has(name));
  const names = new Set(known.map(([name]) => name));
  const mentions = Object.entries(resource.definition.mentions ?? {}).filter(([name]) => !names.has(name));
  return [
    ...known.map(([name, field]) => ({ name, field, isMention: false })),
    ...mentions.map(([name, field]) => ({ name, field, isMention: true })),
  ].sort((a, b) => rankOf(a.field) - rankOf(b.field));
};

const readMeta = (
  resource: Resource,
  ctx: Context,
  purposes: readonly ReadPurpose[],
): Record<string, FieldMeta> => {
  const shown = new Set(purposes.flatMap((purpose) => readableFields(resource, purpose, {}, ctx)));
  const describe = (name: string, field: FieldSpec) =>
    fieldMeta({ name, field, resource, ctx }, purposes[0] ?? 'list');
  const told = toldFields(resource, ctx).flatMap(({ name, field, isMention }): [string, FieldMeta][] => {
    if (isMention) return shown.has(name) ? [] : [[name, mentioned(describe(name, field))]];
    // Clients of the protocol learn from here of fields that requests may only write.
    if (!shown.has(name) && !field.writeOnly) return [];
    const meta = describe(name, field);
    if (field.filter || resource.behaviour.filters?.[name]) meta.filter = true;
    if (hasColumn(field) && field.order !== false && kindOf(field).orderable !== false) meta.order = true;
    return [[name, meta]];
  });
  const rest = [...shown].filter((name) => !(name in resource.fields) && name !== 'id');
  return Object.fromEntries([
    ['id', plain('id', resource, ctx, resource.definition.toldIdReadOnly === true)],
    ...told,
    ...rest.map((name) => [name, plain(name, resource, ctx, true)] as const),
  ]);
};

/** Metadata of a field in a request; what is created with the row and then kept is told as writable. */
const requestMeta = (use: Use, isWritable: boolean): FieldMeta => {
  const meta = fieldMeta(use, 'write');
  const isKept = !isWritable && use.field.createOnly === true && !use.field.readOnly;
  const { toldWritable = [] } = use.resource.definition;
  const isOffered = isWritable || isKept || toldWritable.some((name) => name === use.name);
  const isTold = meta.own && 'read_only' in meta.own;
  return retell({ ...meta, read_only: !isWritable }, { read_only: isTold ? meta.read_only : !isOffered });
};

const writeMeta = (
  resource: Resource,
  mode: 'create' | 'replace',
  ctx: Context,
): Record<string, FieldMeta> => {
  const writable = new Set(writableFields(resource, mode, ctx).map(([name]) => name));
  const entries = toldFields(resource, ctx)
    .filter(({ field }) => field.on !== 'list')
    .map(({ name, field, isMention }): [string, FieldMeta] => {
      const use = { name, field, resource, ctx };
      return [name, isMention ? mentioned(fieldMeta(use, 'write')) : requestMeta(use, writable.has(name))];
    });
  return {
    id: plain('id', resource, ctx, resource.definition.toldIdReadOnly === true),
    ...Object.fromEntries(entries),
  };
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

type Methods = NonNullable<OptionsBody['actions']>;
type Written = Exclude<keyof Methods, 'GET'>;

const writtenMeta = (resource: Resource, methods: readonly Written[], ctx: Context): Methods =>
  Object.fromEntries(
    methods.map((method) => [method, writeMeta(resource, method === 'POST' ? 'create' : 'replace', ctx)]),
  );

/** OPTIONS of an address that shows rows of a resource; `also` names methods whose fields it tells as well. */
export const readOptions = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
  also: readonly Written[] = [],
): Promise<OptionsBody & { actions: Methods }> => {
  const actions = { GET: readMeta(resource, ctx, ['list']), ...writtenMeta(resource, also, ctx) };
  for (const meta of Object.values(actions)) await resource.behaviour.describe?.(meta, ctx, query);
  const name = resourceTitle(resource, ctx, 'many');
  return { ...plainOptions(name), actions, view: viewOf(resource, query, ctx) };
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
  const written = new Set<Written>(resource.definition.mentionedMethods);
  if (operations.includes('create')) written.add('POST');
  if (operations.includes('update')) written.add('PUT').add('PATCH');
  const actions: Methods = {};
  if (operations.includes('list') || operations.includes('retrieve'))
    actions.GET = readMeta(resource, ctx, purposes);
  Object.assign(actions, writtenMeta(resource, [...written], ctx));
  for (const meta of Object.values(actions)) await resource.behaviour.describe?.(meta, ctx, query);
  return {
    ...plainOptions(resourceTitle(resource, ctx, 'many'), actions),
    view: viewOf(resource, query, ctx),
  };
};
