import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { grantedFields, grantedListFields } from '@gatehouse/contract/perms/grantedFields.ts';
import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldKind, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { ReadPurpose, RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import type { Page, TreeNode } from '@gatehouse/contract/wire/page.ts';
import { definitionOf, fieldsOf } from './contract/definitions.ts';

const labelled = (value: unknown) => ({ value, label: String(value) });

const computed: Record<string, unknown> = {
  string: '',
  integer: 0,
  boolean: false,
  datetime: null,
  labeled_choice: null,
  object_related_field: null,
  m2m_related_field: [],
  list: [],
  field: null,
  json: {},
};

/** An attribute of a related row: texts say whose they are, other values are the simplest of their kind. */
const attribute = (to: string, name: string): unknown => {
  const field = definitionOf(to)?.fields[name];
  const isText = field?.kind === 'text' || (field?.kind === 'computed' && field.as === 'string');
  if (!field || isText) return `${to} 1`;
  return field.nullable ? null : quietValue(field);
};

const related = ({ plain, to, attrs = ['name'] }: Extract<FieldSpec, { kind: 'ref' }>): unknown =>
  plain ? 'r1' : { ...Object.fromEntries(attrs.map((name) => [name, attribute(to, name)])), id: 'r1' };

/** The simplest value of each kind that is not text. */
const values: { [K in FieldKind]?: (field: Extract<FieldSpec, { kind: K }>) => unknown } = {
  integer: () => 0,
  float: () => 0,
  boolean: ({ default: value = false }) => value,
  datetime: () => '2031/01/02 03:04:05 +0000',
  choice: ({ choices, default: value = choices[0], plain, bool }) => {
    const chosen = bool ? value === 'true' : value;
    return plain ? chosen : labelled(chosen);
  },
  choices: () => [],
  list: () => [],
  json: () => ({}),
  uuid: () => 'u1',
  ref: related,
  refs: () => [],
  amount: () => 0,
  labels: () => [],
  phone: () => ({ code: '+1', phone: '5550100' }),
  bits: () => [],
  selector: () => ({ type: 'all' }),
  ipGroup: () => ['*'],
  timePeriod: () => [],
  nested: ({ many, fields }) => (many ? [] : sampleOf(fields)),
  interval: () => 0,
  computed: ({ as }) => computed[as],
};

const quietValue = <K extends FieldKind>(field: Extract<FieldSpec, { kind: K }>): unknown => {
  const sample = values[field.kind as K];
  return sample ? sample(field) : '';
};

const isSent = (field: FieldSpec, purpose: ReadPurpose): boolean =>
  !field.writeOnly &&
  !field.hidden &&
  field.kind !== 'secret' &&
  (field.on === undefined || field.on === purpose);

const sampleOf = (
  fields: Readonly<Record<string, FieldSpec>>,
  purpose: ReadPurpose = 'list',
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isSent(field, purpose))
      .map(([name, field]) => [name, field.nullable ? null : quietValue(field)]),
  );

/**
 * A row with all fields, as the server would send it; those that the test does not set have the simplest
 * value of their kind.
 */
const sample = <D extends ResourceDefinition, Purpose extends ReadPurpose>(
  definition: D,
  purpose: Purpose,
  over: Partial<RowOf<D, Purpose>>,
): RowOf<D, Purpose> => {
  const whole = definitionOf(keyOf(definition));
  if (!whole) throw new Error(`${keyOf(definition)} is no resource`);
  const row = {
    id: whole.id === 'integer' ? 1 : `${whole.name}1`,
    ...sampleOf(fieldsOf(whole), purpose),
    ...(whole.scope === 'org' && { org_id: 'o1', org_name: 'Default' }),
    ...over,
  };
  // The row has the fields of the definition from which its type is derived.
  return row as unknown as RowOf<D, Purpose>;
};

/** A page of a list with exactly these rows. */
export const pageOf = <R>(results: R[]): Page<R> => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

/** A row as in a list. */
export const listRow = <D extends ResourceDefinition>(
  definition: D,
  over: Partial<RowOf<D, 'list'>> = {},
): RowOf<D, 'list'> => sample(definition, 'list', over);

/** A row as on its own page. */
export const detailRow = <D extends ResourceDefinition>(
  definition: D,
  over: Partial<RowOf<D, 'retrieve'>> = {},
): RowOf<D, 'retrieve'> => sample(definition, 'retrieve', over);

type PlatformProtocol = RowOf<typeof platform>['protocols'][number];

/** A protocol of a platform, by default SSH. */
export const platformProtocol = (over: Partial<PlatformProtocol> = {}): PlatformProtocol => ({
  id: 1,
  name: 'ssh',
  port: 22,
  primary: true,
  required: false,
  default: false,
  public: true,
  setting: {},
  secret_types: [],
  port_from_addr: false,
  ...over,
});

/** Of these values, those with these names. */
const only = (values: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** An asset in a list of those that a user is granted. */
export const grantedRow = (
  over: Partial<RowOf<typeof asset, 'list'>> = {},
): Pick<RowOf<typeof asset, 'list'>, (typeof grantedListFields)[number]> =>
  // The entries are those that the type names.
  only(listRow(asset, over), grantedListFields) as ReturnType<typeof grantedRow>;

/** An asset that a user is granted, with what the user may use there. */
export type GrantedAsset = AnswerOf<Calls['GET /api/v1/perms/users/:user/assets/:asset/']>;
/** An account that a user may use. */
export type GrantedAccount = GrantedAsset['permed_accounts'][number];

/** An account that a user may use, by default one with a saved password. */
export const grantedAccount = (alias: string, over: Partial<GrantedAccount> = {}): GrantedAccount => ({
  id: `id-${alias}`,
  alias,
  name: alias,
  username: alias,
  has_username: true,
  has_secret: true,
  from_login: false,
  secret_type: 'password',
  privileged: false,
  actions: [{ value: 'connect', label: 'Connect' }],
  checkout: null,
  ...over,
});

/** A protocol through which a user may connect. */
export const grantedProtocol = (name = 'ssh', port = 22) => ({ name, port, public: true, setting: {} });

/** An asset that a user is granted, as on its own page: by default with SSH and without accounts. */
export const grantedAsset = (over: Partial<GrantedAsset> = {}): GrantedAsset =>
  // The entries are those that the type names.
  ({
    ...only(detailRow(asset), ['spec_info', ...grantedFields]),
    permed_protocols: [grantedProtocol()],
    permed_accounts: [],
    ...over,
  }) as GrantedAsset;

/** A node at the root of a tree: `Servers`, with the id `n1`. */
export const serversNode: TreeNode = {
  id: '1',
  name: 'Servers',
  title: 'Servers',
  pId: '',
  isParent: true,
  open: true,
  meta: { type: 'node', data: { id: 'n1', key: '1' } },
};
