import { expect } from 'vitest';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { signInFirst } from '../../clients/firstSignIn.ts';
import { password } from '../../fixtures/estate.ts';
import { type Gatehouse, startGatehouse } from '../../fixtures/gatehouse.ts';

/** A row a page can show. */
export type Place = { id: string; name: string };

/**
 * The demo, completed with a row of every kind it lacked, and its administrator working in one of its
 * organizations.
 */
export type Demo<Where = Pick<Gatehouse, 'url'>> = {
  gatehouse: Where;
  admin: ApiClient;
  org: string;
  rows: Record<string, Place>;
};

const company = 'Northwind Logistics';

/** Collections of the rows that the demo has. */
const brought = {
  user: 'users/users',
  host: 'assets/hosts',
  database: 'assets/databases',
  virtual: 'accounts/virtual-accounts',
  session: 'terminal/sessions',
  terminal: 'terminal/terminals',
  endpoint: 'terminal/endpoints',
  commandstorage: 'terminal/command-storages',
  login: 'audits/login-logs',
  operation: 'audits/operate-logs',
  review: 'perms/access-reviews',
} as const;

/** Rows of the job center. */
const jobCenter = {
  adhoc: ['ops/adhocs', { name: 'Tour command', args: 'df -h\nlsblk' }],
  job: ['ops/jobs', { name: 'Tour job', args: 'uptime', crontab: '0 3 * * *' }],
  playbook: ['ops/playbooks', { name: 'Tour playbook' }],
} as const;

const ownMethod = {
  ...{ name: 'Tour method', automation: 'ping', types: ['linux'], playbook: '- hosts: all' },
  params: [{ name: 'count', default: '3' }],
};

/** Who may use an asset, and an application that may fetch its secrets. */
const accessTo = (host: string) =>
  ({
    permission: ['perms/asset-permissions', { name: 'Tour permission', assets: [host], accounts: ['@ALL'] }],
    integrationapplication: [
      'accounts/integration-applications',
      { name: 'Tour application', ip_group: ['10.9.0.0/16'], assets: [host], account_names: ['tour'] },
    ],
  }) as const;

/** Rows created for the tour. */
const made = (platform: (name: string) => number, host: string) => ({
  group: ['users/groups', { name: 'Tour group' }],
  role: ['rbac/system-roles', { name: 'Tour role', scope: 'system' }],
  device: [
    'assets/devices',
    {
      name: 'Tour device',
      address: '10.9.0.1',
      platform: platform('Cisco'),
      comment: 'Reboot only at night',
    },
  ],
  cloud: ['assets/clouds', { name: 'Tour cloud', address: 'https://k', platform: platform('Kubernetes') }],
  web: ['assets/webs', { name: 'Tour site', address: 'https://w.example', platform: platform('Website') }],
  gpt: ['assets/gpts', { name: 'Tour model', address: 'https://m.example', platform: platform('ChatGPT') }],
  domain: ['assets/domains', { name: 'Tour zone' }],
  gateway: [
    'assets/gateways',
    {
      name: 'Tour gateway',
      address: '10.9.0.2',
      platform: platform('Gateway'),
      protocols: [{ name: 'ssh', port: 22 }],
    },
  ],
  platform: [
    'assets/platforms',
    { name: 'Tour things', category: 'custom', type: 'tour', protocols: [{ name: 'ssh', port: 22 }] },
  ],
  account: ['accounts/accounts', { name: 'Tour account', username: 'tour', asset: host, secret: 'x' }],
  template: [
    'accounts/account-templates',
    { name: 'Tour template', username: 'tour', secret_type: 'password', secret_strategy: 'specific' },
  ],
  ...accessTo(host),
  commandgroup: ['acls/command-groups', { name: 'Tour commands', content: 'reboot\nshutdown' }],
  // Inactive, so that nothing but these pages heeds them.
  loginrule: [
    'acls/login-acls',
    {
      name: 'Tour sign-in rule',
      is_active: false,
      users: { type: 'all' },
      rules: { ip_group: ['10.0.0.0/8'], time_period: [{ id: 1, value: '09:00~18:00' }] },
    },
  ],
  assetrule: [
    'acls/login-asset-acls',
    {
      name: 'Tour connection rule',
      is_active: false,
      users: { type: 'all' },
      assets: { type: 'all' },
      accounts: ['@ALL'],
      rules: { ip_group: ['*'], time_period: [] },
    },
  ],
  methodrule: [
    'acls/connect-method-acls',
    {
      name: 'Tour method rule',
      is_active: false,
      users: { type: 'all' },
      connect_methods: ['web_cli'],
    },
  ],
  ...jobCenter,
  playbookmethod: ['assets/playbook-methods', ownMethod],
  rule: ['terminal/endpoint-rules', { name: 'Tour rule' }],
  replaystorage: [
    'terminal/replay-storages',
    { name: 'Tour bucket', type: 's3', meta: { BUCKET: 'tour', ENDPOINT: 'https://s3.example.com' } },
  ],
  label: ['labels/labels', { name: 'tour', value: 'yes' }],
  key: ['authentication/access-keys', {}],
});

/** Starts the demo and ensures that every page has something to show. */
export const openDemo = async (): Promise<Demo<Gatehouse>> => {
  const gatehouse = await startGatehouse({ GATEHOUSE_VIEW_SECRETS_BY_PASSWORD: '1' }, ['--demo']);
  const outside = createClient(gatehouse.url);
  await signInFirst(gatehouse, outside, password);
  await outside.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  return { ...(await furnishDemo(gatehouse, password)), gatehouse };
};

/** A signed-in user with a completed profile. */
export const signedIn = async (
  { gatehouse, org }: Pick<Demo, 'gatehouse' | 'org'>,
  username: string,
  password: string,
): Promise<ApiClient> => {
  const client = createClient(gatehouse.url, { org });
  await client.signIn(username, password);
  await client.call('PATCH', '/api/v1/users/profile/', { is_first_login: false });
  return client;
};

/** Types of the confirmations that the demo has, by the names of their rows. */
const confirmations = {
  signIn: 'login_confirm',
  connection: 'login_asset_confirm',
  command: 'command_confirm',
};

const title = 'Tour ticket';

/** A ticket in which the ordinary user requests a host; an open one of a previous run is reused. */
const askForHost = async (
  { gatehouse, org, admin }: Pick<Demo, 'gatehouse' | 'org' | 'admin'>,
  host: string,
  password: string,
): Promise<Place> => {
  const path = '/api/v1/tickets/tickets/?limit=1&status=open&title=';
  const known = await admin.call<{ results: Place[] }>('GET', path + encodeURIComponent(title));
  const [found] = known.body.results;
  if (found) return { id: found.id, name: title };
  const ordinary = await signedIn({ gatehouse, org }, 'ordinary', password);
  const [start, end] = [Date.now(), Date.now() + 7 * 86_400_000].map((at) => new Date(at).toISOString());
  const made = await ordinary.call<Place>('POST', '/api/v1/tickets/apply-asset-tickets/open/', {
    title,
    org_id: org,
    apply_assets: [host],
    apply_accounts: ['@ALL'],
    apply_actions: ['all'],
    apply_date_start: start,
    apply_date_expired: end,
    comment: 'The scheduler restarts in a loop since 13:40. I need a shell to find out why.',
  });
  expect(made.status, made.text).toBe(201);
  return { id: made.body.id, name: title };
};

const proofOf = (password: string) => ({ confirm_type: 'password', secret_key: password });

type Create = (path: string, body: object) => Promise<Place>;
type List = (path: string, query?: string) => Promise<Place[]>;

/** A backup plan and its run, which ends at once and says that the plan names no recipients. */
const backUp = async (admin: ApiClient, create: Create, list: List): Promise<Record<string, Place>> => {
  const times = { is_periodic: true, crontab: '0 3 * * *' };
  const plan = { name: 'Tour backup', types: ['linux', 'mysql'], ...times };
  const backupplan = await create('accounts/account-backup-plans', plan);
  const runs = 'accounts/account-backup-plan-executions';
  const [known] = await list(runs);
  const start = async () =>
    (await admin.call<{ task: string }>('POST', `/api/v1/${runs}/`, { plan: backupplan.id })).body.task;
  return { backupplan, backuprun: { id: known?.id ?? (await start()), name: plan.name } };
};

/** A secret change plan and its run, which ends at once because no account has this username. */
const changeSecrets = async (
  admin: ApiClient,
  create: Create,
  list: List,
  asset: string,
): Promise<Record<string, Place>> => {
  const plan = { name: 'Tour changes', accounts: ['tour-unknown'], assets: [asset], secret_type: 'password' };
  const changeplan = await create('accounts/change-secret-automations', {
    ...plan,
    secret_strategy: 'random',
  });
  const runs = 'accounts/change-secret-executions';
  const [known] = await list(runs);
  const start = async () =>
    (await admin.call<{ task: string }>('POST', `/api/v1/${runs}/`, { automation: changeplan.id })).body.task;
  return { changeplan, changerun: { id: known?.id ?? (await start()), name: plan.name } };
};

/** A plan about accounts and its run. */
const planAndRun = async (
  [admin, create, list]: [ApiClient, Create, List],
  { kind, plan }: { kind: string; plan: { name: string } & Record<string, unknown> },
): Promise<{ plan: Place; run: Place }> => {
  const made = await create(`accounts/${kind}-automations`, plan);
  const runs = `accounts/${kind}-executions`;
  const [known] = await list(runs);
  const start = async () =>
    (await admin.call<{ task: string }>('POST', `/api/v1/${runs}/`, { automation: made.id })).body.task;
  return { plan: made, run: { id: known?.id ?? (await start()), name: plan.name } };
};

/** Plans that look for accounts and that push them; the push ends at once, because the machine is none to push to. */
const searchAndPush = async (
  asset: string,
  ...deps: [ApiClient, Create, List]
): Promise<Record<string, Place>> => {
  const search = { name: 'Tour search', assets: [asset] };
  const facts = { accounts: ['tour-unknown'], secret_type: 'password', secret_strategy: 'random' };
  const push = { name: 'Tour push', assets: [asset], ...facts };
  const searched = await planAndRun(deps, { kind: 'gather-account', plan: search });
  const pushed = await planAndRun(deps, { kind: 'push-account', plan: push });
  return { searchplan: searched.plan, searchrun: searched.run, pushplan: pushed.plan, pushrun: pushed.run };
};

/** Plans for accounts, with one run each. */
const plansAbout = async (asset: Place | undefined, ...deps: [ApiClient, Create, List]) => ({
  ...(await backUp(...deps)),
  ...(await changeSecrets(...deps, asset?.id ?? '')),
  ...(await searchAndPush(asset?.id ?? '', ...deps)),
});

/** Adds one row of every kind a running demo lacks; those of a previous run are reused. */
export const furnishDemo = async (gatehouse: Pick<Gatehouse, 'url'>, password: string): Promise<Demo> => {
  const outside = createClient(gatehouse.url);
  await outside.signIn('admin', password);
  const orgs = await outside.call<Place[]>('GET', '/api/v1/orgs/orgs/');
  expect(orgs.status, orgs.text).toBe(200);
  const org = orgs.body.find(({ name }) => name === company)?.id ?? '';
  const admin = createClient(gatehouse.url, { org });
  await admin.signIn('admin', password);
  await admin.call('POST', '/api/v1/authentication/confirm/', proofOf(password));
  const list = async (path: string, query = '') =>
    (await admin.call<{ results: Place[] }>('GET', `/api/v1/${path}/?limit=100${query}`)).body.results;
  const create = async (path: string, body: object) => {
    const expected = 'name' in body ? String(body.name) : undefined;
    const sameName = expected ? await list(path, `&name=${encodeURIComponent(expected)}`) : [];
    const known = sameName.find(({ name }) => name === expected);
    if (known) return known;
    const answer = await admin.call<Place>('POST', `/api/v1/${path}/`, body);
    expect(answer.status, `${path}: ${answer.text}`).toBe(201);
    return answer.body;
  };
  const rows: Record<string, Place> = {};
  const platforms = await list('assets/platforms');
  const platform = (name: string) => Number(platforms.find((platform) => platform.name === name)?.id);
  for (const key of ['host', 'database'] as const) {
    const all = await list(brought[key]);
    rows[key] = all.find(({ name }) => !name.startsWith('Tour ')) as Place;
  }
  for (const [key, [path, body]] of Object.entries(made(platform, rows.host?.id ?? '')))
    rows[key] = await create(path as string, body as object);
  rows.custom = await create('assets/customs', {
    name: 'Tour thing',
    address: '10.9.0.3',
    platform: rows.platform?.id,
  });
  rows.commandfilter = await create('acls/command-filter-acls', {
    name: 'Tour filter',
    is_active: false,
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['@ALL'],
    command_groups: [rows.commandgroup?.id],
  });
  rows.ordinary = await create('users/users', {
    name: 'Ordinary Person',
    username: 'ordinary',
    email: 'ordinary@example.com',
    password_strategy: 'custom',
    password,
    need_update_password: false,
  });
  await create('perms/asset-permissions', {
    name: 'Tour of one device',
    users: [rows.ordinary.id],
    assets: [rows.device?.id],
    accounts: ['@ALL'],
  });
  rows.oracle = { id: String(platform('Oracle')), name: 'Oracle' };
  Object.assign(rows, await plansAbout(rows.device, admin, create, list));
  for (const [key, path] of Object.entries(brought)) rows[key] ??= (await list(path))[0] as Place;
  const [flow] = (await admin.call<Place[]>('GET', '/api/v1/tickets/flows/')).body;
  rows.flow = { id: flow?.id ?? '', name: 'Access to assets' };
  rows.organization = { id: org, name: company };
  rows.ticket = await askForHost({ gatehouse, org, admin }, rows.host?.id ?? '', password);
  for (const [key, type] of Object.entries(confirmations)) {
    const [found] = await list('tickets/tickets', `&type=${type}`);
    rows[key] = { id: found?.id ?? '', name: (found as { title?: string } | undefined)?.title ?? '' };
  }
  return { gatehouse, admin, org, rows };
};

/**
 * The demo's row that an address names, or the first row on the server if the demo has none of that kind;
 * undefined if the address names none.
 */
export const rowOf = async (
  { rows, admin }: Pick<Demo, 'rows' | 'admin'>,
  path: string,
  url?: string,
): Promise<Place | undefined> => {
  const name = path.match(/:(\w+)/)?.[1];
  if (!name || rows[name]) return rows[name ?? ''];
  const { body } = await admin.call<{ results: Place[] }>('GET', `${url}?limit=1`);
  const [first] = body.results;
  if (!first) throw new Error(`the demo has no ${name} to show at ${path}`);
  return first;
};
