import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldKind, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { seedBuiltins } from '../../src/flows/firstStart/seed.ts';
import { startApi, usualCaller } from '../api.ts';
import { estateOf } from '../estate.ts';

/** A server under test. */
export type Api = Awaited<ReturnType<typeof startApi>>;
/** Operations on rows of a definition. */
export const operationsOf = (definition: ResourceDefinition) =>
  definition.operations ?? (['list', 'retrieve', 'create', 'update', 'destroy'] as const);

/** Address of a definition's rows. */
export const urlOf = (definition: ResourceDefinition): string =>
  `/api/v1/${definition.app}/${definition.path}/`;

/** A body for POST. */
export type Sample = Record<string, unknown>;

/** A secret that no answer, export, log or error may contain. */
export const secretText = 'kept-Between-Us-4711';

let priorities = 0;
/** Each of the hundred priorities once. */
const nextPriority = () => (priorities++ % 100) + 1;

const serial = () => randomUUID().slice(0, 8);

/**
 * Kinds of fields, each with a value that it accepts and values that it must refuse with a message on the
 * field.
 */
export const kindSamples: {
  [K in FieldKind]?: { valid: (field: FieldSpec) => unknown; invalid: unknown[] };
} = {
  text: {
    valid: (field) =>
      'format' in field && field.format === 'email' ? `${serial()}@example.com` : `sample-${serial()}`,
    invalid: [{ a: 1 }, ['x'], 'bell\u0007', 'x'.repeat(70_000)],
  },
  integer: {
    valid: (field) => ('min' in field && typeof field.min === 'number' ? Math.max(field.min, 1) : 7),
    invalid: ['seven', 1.5, {}, 1e300],
  },
  boolean: { valid: () => true, invalid: ['maybe', {}, [true]] },
  datetime: { valid: () => '2031/01/02 03:04:05 +0800', invalid: ['soon', '2031-13-01 00:00:00', 5, {}] },
  choice: {
    valid: (field) => ('choices' in field ? field.choices[0] : undefined),
    invalid: [{ value: 'no such choice' }, ['x'], 'no such choice'],
  },
  list: { valid: () => ['one', 'two'], invalid: [5, { a: 1 }, [{ a: 1 }]] },
  ipGroup: {
    valid: () => ['10.0.0.0/8', '192.168.1.1-192.168.1.9'],
    invalid: [['300.1.1.1'], ['10.0.0.0/99'], [5], { a: 1 }],
  },
  nested: { valid: () => ({}), invalid: ['x', 5] },
  timePeriod: {
    valid: () => [{ id: 1, value: '09:00~18:00' }],
    invalid: ['always', [{ id: 9, value: '' }], [{ id: 1, value: 'noon' }]],
  },
  labels: { valid: () => ['env:prod'], invalid: [['no colon'], 'env:prod', [5]] },
  refs: { valid: () => [], invalid: ['x', [randomUUID()], [true], [{}]] },
  phone: { valid: () => '+8613800000000', invalid: ['not a phone', {}] },
  bits: { valid: () => ['connect'], invalid: ['connect', ['fly'], 3] },
  selector: { valid: () => ({ type: 'all' }), invalid: ['all', { type: 'some' }, { type: 'ids', ids: [] }] },
  secret: { valid: () => secretText, invalid: [{ a: 1 }, [1]] },
  crontab: { valid: () => '0 3 * * *', invalid: ['*/5 * * * *', 'soon', '0 0 30 2 *', 5, {}] },
  interval: { valid: () => 24, invalid: [0, 70_000, 'soon', {}] },
};

/** Bodies that the definition alone does not determine. */
const own: { readonly [key: string]: (api: Api, org: string) => Promise<Sample> } = {
  'assets.host': async () => ({
    name: `host-${serial()}`,
    address: '10.0.0.5',
    platform: 1,
    protocols: [{ name: 'ssh', port: 22 }],
  }),
  'assets.gateway': async () => ({
    name: `gw-${serial()}`,
    address: '10.0.0.6',
    platform: { name: 'Gateway', pk: await platform('Gateway') },
    protocols: [{ name: 'ssh', port: 22 }],
  }),
  'assets.device': async () => ({
    name: `sw-${serial()}`,
    address: '10.0.0.7',
    platform: await platform('Cisco'),
  }),
  'assets.database': async () => ({
    name: `db-${serial()}`,
    address: '10.0.0.8',
    platform: await platform('MySQL'),
    db_name: 'erp',
  }),
  'assets.cloud': async () => ({
    name: `k8s-${serial()}`,
    address: 'https://k8s.example.com',
    platform: await platform('Kubernetes'),
  }),
  'assets.web': async () => ({
    name: `web-${serial()}`,
    address: 'https://erp.example.com',
    platform: await platform('Website'),
  }),
  'assets.gpt': async () => ({
    name: `gpt-${serial()}`,
    address: 'https://api.example.com',
    platform: await platform('ChatGPT'),
  }),
  'assets.platform': async () => ({
    name: `plat-${serial()}`,
    category: 'host',
    type: 'linux',
    protocols: [{ name: 'ssh', port: 22, primary: true }],
  }),
  'assets.node': async () => ({ value: `node-${serial()}` }),
  'labels.label': async () => ({ name: `k${serial()}`, value: 'v' }),
  'users.savedfilter': async () => ({
    name: `filter-${serial()}`,
    list_name: 'HostList',
    place: 'assets/hosts',
    query: 'search=web&order=-name',
  }),
  'users.user': async () => ({
    name: 'Sam Ple',
    username: `u${serial()}`,
    email: `${serial()}@example.com`,
    password_strategy: 'custom',
    password: `${secretText}Aa1!`,
  }),
  'accounts.account': async (api, org) => ({
    name: `acc-${serial()}`,
    username: `acc${serial()}`,
    asset: await idOf('assets.host', api, org),
    secret_type: 'password',
    secret: secretText,
  }),
  'accounts.accountbackupautomation': async () => ({
    name: `backup-${serial()}`,
    types: ['linux'],
    crontab: '0 3 * * *',
    zip_encrypt_password: secretText,
  }),
  'accounts.changesecretautomation': async (api, org) => ({
    name: `change-${serial()}`,
    accounts: ['app'],
    assets: [await idOf('assets.host', api, org)],
    secret_type: 'password',
    secret_strategy: 'specific',
    secret: secretText,
  }),
  'accounts.pushaccountautomation': async (api, org) => ({
    name: `push-${serial()}`,
    accounts: ['app'],
    assets: [await idOf('assets.host', api, org)],
    secret_type: 'password',
    secret_strategy: 'specific',
    secret: secretText,
  }),
  'accounts.gatheraccountsautomation': async (api, org) => ({
    name: `search-${serial()}`,
    assets: [await idOf('assets.host', api, org)],
  }),
  'accounts.gatheredaccount': async (api, org) => ({
    username: `found${serial()}`,
    asset: await idOf('assets.host', api, org),
  }),
  'accounts.accounttemplate': async () => ({
    name: `tpl-${serial()}`,
    username: 'deploy',
    secret_type: 'password',
    secret_strategy: 'specific',
    secret: secretText,
  }),
  'ops.job': async () => ({ name: `job-${serial()}`, args: 'uptime', crontab: '0 3 * * *' }),
  'terminal.endpointrule': async () => ({ name: `rule-${serial()}`, priority: nextPriority() }),
  'terminal.replaystorage': async () => ({
    name: `bucket-${serial()}`,
    type: 's3',
    meta: { BUCKET: 'b', ACCESS_KEY: 'k', SECRET_KEY: secretText, ENDPOINT: 'https://s3.example.com' },
  }),
  'assets.playbookmethod': async () => ({
    ...{ name: `method-${serial()}`, automation: 'ping', types: ['linux'] },
    ...{ playbook: '- hosts: all\n', params: [{ name: 'count', default: '3' }] },
  }),
  'perms.assetpermission': async () => ({ name: `perm-${serial()}`, accounts: ['@ALL'] }),
};

const platformIds = new Map<string, number>();
/** A server with built-in data; samples know its platforms. */
export const startConformance = async (): Promise<Api> => {
  const api = await startApi();
  await seedBuiltins(api.services.db);
  await estateOf(api.pool).user('tester', { id: usualCaller });
  const platforms = await api.as({ superuser: true }).get('/api/v1/assets/platforms/');
  for (const row of platforms.json as unknown as { id: number; name: string }[])
    platformIds.set(row.name, row.id);
  return withNeededQueries(api);
};

const needing = everyDefinition.flatMap((definition: ResourceDefinition) =>
  definition.neededQuery ? [[urlOf(definition), definition.neededQuery] as const] : [],
);

/** The address with the parameter that its resource needs, unless it names one. */
const completed = (address: string): string => {
  const [, name] = needing.find(([url]) => address.startsWith(url)) ?? [];
  if (!name || new RegExp(`[?&]${name}=`).test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${randomUUID()}`;
};

/** A server whose clients add the parameters that resources need. */
export const withNeededQueries = (api: Api): Api => ({
  ...api,
  as: (caller) => {
    const client = api.as(caller);
    const complete =
      (send: typeof client.get): typeof client.get =>
      (address, ...rest) =>
        send(completed(address), ...rest);
    return {
      ...client,
      get: complete(client.get),
      post: complete(client.post),
      put: complete(client.put),
      patch: complete(client.patch),
      delete: complete(client.delete),
      options: complete(client.options),
    };
  },
});
const platform = async (name: string): Promise<number> => platformIds.get(name) ?? 1;

const definitionOf = (key: string): ResourceDefinition =>
  everyDefinition.find((definition) => `${definition.app}.${definition.name}` === key) as ResourceDefinition;

/** Id of a new row of a resource. */
export const idOf = async (key: string, api: Api, org: string): Promise<string> => {
  const definition = definitionOf(key);
  const made = await api
    .as({ superuser: true, org })
    .post(`/api/v1/${definition.app}/${definition.path}/`, await sampleOf(definition, api, org));
  if (made.status !== 201) throw new Error(`no sample of ${key}: ${made.status} ${made.text}`);
  return (made.json as { id: string }).id;
};

/** A body that creates a row of the definition, with its required relations. */
export const sampleOf = async (definition: ResourceDefinition, api: Api, org: string): Promise<Sample> => {
  const special = own[`${definition.app}.${definition.name}`];
  if (special) return special(api, org);
  const sample: Sample = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.readOnly || field.hidden || !field.required) continue;
    const isRelated = field.kind === 'ref' || field.kind === 'refs';
    const related = isRelated ? await idOf(field.to, api, org) : undefined;
    sample[name] = field.kind === 'refs' ? [related] : (related ?? kindSamples[field.kind]?.valid(field));
  }
  return sample;
};
