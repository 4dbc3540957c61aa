import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { BitNode, FieldKind, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { standardFields } from '@gatehouse/contract/resource/standardFields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import type { FieldMeta, MetaType, OptionsBody, TreeMeta } from '@gatehouse/contract/wire/options.ts';
import { domainOptions, meta } from './domains.ts';

/** Turns `date_expired` into `Date expired`. */
const labelOf = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

const types: { [K in FieldKind]?: MetaType } = {
  integer: 'integer',
  float: 'float',
  boolean: 'boolean',
  datetime: 'datetime',
  choice: 'labeled_choice',
  choices: 'multiple choice',
  list: 'list',
  json: 'json',
  ref: 'object_related_field',
  refs: 'm2m_related_field',
  amount: 'integer',
  labels: 'field',
  bits: 'tree',
  selector: 'field',
  ipGroup: 'list',
  timePeriod: 'list',
  nested: 'nested object',
  interval: 'integer',
};

const treeOf = (nodes: readonly BitNode[]): TreeMeta[] =>
  nodes.map(({ value, children }) => ({
    value,
    label: labelOf(value),
    ...(children && { children: treeOf(children) }),
  }));

const related = (to: string, attrs: readonly string[] = ['name']): Partial<FieldMeta> => {
  const target = everyDefinition.find(({ app, name }) => `${app}.${name}` === to);
  return target ? { related: { url: `/api/v1/${target.app}/${target.path}/`, attrs: [...attrs] } } : {};
};

const YEARS = 365 * 86_400_000;
/** OPTIONS tells a date instead of the word in the definition. */
const dateOf = (word: unknown) => new Date(Date.now() + (word === 'never' ? 70 * YEARS : 0)).toISOString();

const details = (field: FieldSpec): Partial<FieldMeta> => {
  if (field.kind === 'datetime') return field.default ? { default: dateOf(field.default) } : {};
  if (field.kind === 'text')
    return {
      ...(field.format && { type: field.format }),
      ...(field.max && { max_length: field.max }),
      ...(field.multiline && { multiline: true }),
    };
  if (field.kind === 'ref' || field.kind === 'refs') return related(field.to, field.attrs);
  if (field.kind === 'choice' || field.kind === 'choices')
    return { choices: field.choices.map((value) => ({ value, label: labelOf(String(value)) })) };
  if (field.kind === 'bits') return { tree: treeOf(field.tree) };
  if (field.kind === 'nested') return { children: metasOf(field.fields) };
  if (field.kind === 'computed') return { type: field.as === 'json' ? 'json' : field.as };
  return {};
};

const metaOf = (name: string, field: FieldSpec): FieldMeta =>
  meta({
    label: labelOf(name),
    type: types[field.kind] ?? 'string',
    kind: field.kind,
    required: field.required === true,
    read_only: field.readOnly === true,
    write_only: field.writeOnly === true || field.kind === 'secret',
    ...(field.nullable && { nullable: true }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.filter && { filter: true as const }),
    ...details(field),
  });

const metasOf = (fields: Readonly<Record<string, FieldSpec>>): Record<string, FieldMeta> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.hidden)
      .map(([name, field]) => [name, metaOf(name, field)]),
  );

/** The OPTIONS of a resource as its definition says; labels are made from the names of the fields. */
export const definedOptions = ({ app, name }: Pick<ResourceDefinition, 'app' | 'name'>): OptionsBody => {
  const whole = everyDefinition.find((each) => each.app === app && each.name === name);
  if (!whole) throw new Error(`${app}.${name} is not a resource`);
  const standard = Object.fromEntries((whole.standard ?? []).map((each) => [each, standardFields[each]]));
  const fields = Object.entries<FieldSpec>({ ...whole.fields, ...standard });
  const metasFor = (isIn: (field: FieldSpec) => boolean) => ({
    id: meta({ label: 'ID' }),
    ...metasOf(Object.fromEntries(fields.filter(([, field]) => isIn(field)))),
  });
  const read = metasFor((field) => !field.writeOnly && field.kind !== 'secret');
  const written = metasFor((field) => field.on !== 'list');
  const model = whole.permissionModel ?? whole.name;
  return {
    ...domainOptions,
    name: labelOf(name),
    actions: { GET: read, POST: written, PUT: written, PATCH: written },
    view: {
      ...domainOptions.view!,
      key: `${app}.${name}`,
      title: labelOf(name),
      titles: `${labelOf(name)}s`,
      label: whole.label,
      scope: whole.scope,
      list: {
        default: [...(whole.list?.default ?? [whole.label, 'actions'])],
        min: [...(whole.list?.min ?? [whole.label, 'actions'])],
        exclude: [...(whole.list?.exclude ?? [])],
      },
      form: (whole.form ?? []).map(([group, ...fields]) => ({ group, label: labelOf(group), fields })),
      labels: 'labels' in read,
      operations: [...(whole.operations ?? ['list', 'retrieve', 'create', 'update', 'destroy'])],
      permissions: {
        view: `${app}.view_${model}`,
        add: `${app}.add_${model}`,
        change: `${app}.change_${model}`,
        delete: `${app}.delete_${model}`,
        ...whole.permissions,
      },
    },
  };
};
