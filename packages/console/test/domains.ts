import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { FieldMeta, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { answerTo } from './answerTo.ts';
import type { Seen } from './fakeServer.ts';
import { listRow, pageOf } from './sampleRow.ts';
import { zone } from './zone.ts';

/** Metadata of a field, with neutral defaults. */
export const meta = (over: Partial<FieldMeta> = {}): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'Field',
  ...over,
});

/** OPTIONS of an address that belongs to no resource, with neutral defaults. */
export const optionsOf = (actions: OptionsBody['actions'], over: Partial<OptionsBody> = {}): OptionsBody => ({
  name: 'Address',
  description: '',
  renders: [],
  parses: [],
  actions,
  ...over,
});

const written = {
  name: meta({ label: 'Name', required: true, max_length: 128 }),
  kind: meta({
    label: 'Kind',
    type: 'labeled_choice',
    default: 'lan',
    choices: [
      { value: 'lan', label: 'LAN' },
      { value: 'wan', label: 'WAN' },
    ],
  }),
  is_active: meta({ label: 'Active', type: 'boolean', default: true }),
  password: meta({ label: 'Password', write_only: true, max_length: 64 }),
  rules: meta({
    label: 'Rules',
    type: 'nested object',
    children: { ip_group: meta({ label: 'IP', type: 'list', default: ['*'] }) },
  }),
  comment: meta({ label: 'Comment' }),
};

/** OPTIONS of the sample resource of these tests, at the address of zones. */
export const domainOptions: OptionsBody = {
  name: 'Domain',
  description: '',
  renders: [],
  parses: [],
  actions: {
    GET: {
      id: meta({ label: 'ID' }),
      name: meta({ label: 'Name', filter: true, order: true }),
      kind: meta({ ...written.kind, filter: true }),
      assets_amount: meta({ label: 'Assets', type: 'integer', kind: 'amount', read_only: true }),
      is_active: meta({ label: 'Active', type: 'boolean', filter: true }),
      labels: meta({ label: 'Labels', type: 'field', kind: 'labels' }),
      date_created: meta({ label: 'Created', type: 'datetime', read_only: true }),
      comment: meta({ label: 'Comment' }),
    },
    POST: written,
    PUT: written,
    PATCH: written,
  },
  view: {
    key: 'assets.domain',
    title: 'Domain',
    titles: 'Domains',
    label: 'name',
    scope: 'org',
    list: {
      default: ['name', 'kind', 'is_active', 'labels', 'actions'],
      min: ['name', 'actions'],
      exclude: [],
    },
    form: [
      { group: 'basic', label: 'Basic', fields: ['name', 'kind', 'is_active', 'password'] },
      { group: 'access', label: 'Access', fields: ['rules'] },
      { group: 'other', label: 'Other', fields: ['comment'] },
    ],
    search: ['name'],
    order: ['name'],
    labels: true,
    transfer: { export: true, import: true },
    permissions: {
      view: 'assets.view_domain',
      add: 'assets.add_domain',
      change: 'assets.change_domain',
      delete: 'assets.delete_domain',
    },
    operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
    bulk: true,
    actions: {},
  },
};

/** A row of the sample resource. */
export type Zone = RowOf<typeof zone, 'list'>;

/** A complete row of the sample resource: `zone-1`, unless `over` names it. */
export const zoneRow = (over: Partial<Zone> = {}): Zone =>
  listRow(zone, {
    id: 'd1',
    name: 'zone-1',
    kind: { value: 'lan', label: 'LAN' },
    assets_amount: 0,
    ...over,
  });

/** `count` rows of the sample resource. */
export const domainRows = (count: number): Zone[] =>
  Array.from({ length: count }, (_, index) =>
    zoneRow({
      id: `d${index + 1}`,
      name: `zone-${index + 1}`,
      assets_amount: index,
      is_active: index % 2 === 0,
      labels: index === 0 ? ['env:prod'] : [],
    }),
  );

const secrets = ['password', 'pin'];
const shown = (value: unknown) => (typeof value === 'string' ? { value, label: value.toUpperCase() } : value);

/** The answer to a request that writes a zone: `before` with what its body sets, but no secrets. */
export const writtenZone = ({ body }: Pick<Seen, 'body'>, before = zoneRow()): Zone => {
  const sent = Object.entries({ ...(body as object) }).filter(([name]) => !secrets.includes(name));
  return {
    ...before,
    ...Object.fromEntries(
      sent.map(([name, value]) => [name, name === 'kind' || name === 'few' ? shown(value) : value]),
    ),
  };
};

/** The permissions to view, create, change and delete zones. */
export const domainPerms = ['view', 'add', 'change', 'delete'].map((verb) => `assets.${verb}_domain`);

/** Collection of zones. */
export const DOMAINS = '/api/v1/assets/domains/';

/** Routes of a server with `count` zones. */
export const domainRoutes = (count: number): Record<string, unknown> => ({
  [`OPTIONS ${DOMAINS}`]: domainOptions,
  ...answerTo('POST /api/v1/common/undo/forecast/', { can_be_undone: true, most: 5000 }),
  [`GET ${DOMAINS}`]: ({ query }: Seen) => {
    const rows = domainRows(count).filter(({ name }) => !query.search || name.includes(query.search));
    const offset = Number(query.offset ?? 0);
    return { ...pageOf(rows), results: rows.slice(offset, offset + Number(query.limit)) };
  },
});

/** Paths of the zones' pages, by route name. */
export const domainNames = {
  DomainList: '/console/assets/domains',
  DomainCreate: '/console/assets/domains/create',
  DomainUpdate: '/console/assets/domains/:id/update',
  DomainDetail: '/console/assets/domains/:id',
};

/** OPTIONS of a resource whose form shows these fields in one group. */
export const resourceOptions = (
  key: string,
  fields: { [name: string]: FieldMeta },
  view: Partial<NonNullable<OptionsBody['view']>> = {},
): OptionsBody => ({
  ...domainOptions,
  actions: { GET: fields, POST: fields, PUT: fields },
  view: {
    ...domainOptions.view!,
    key,
    form: [{ group: 'basic', label: 'Basic', fields: Object.keys(fields) }],
    ...view,
  },
});
