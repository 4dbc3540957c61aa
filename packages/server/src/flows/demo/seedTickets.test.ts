import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { newPrivateKey } from '../../platform/crypto/sshKey.ts';
import { type DemoDeps, seedDemo } from './seedDemo.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gatehouse-demo-'));
  const private_key_path = join(home, 'key');
  await writeFile(private_key_path, newPrivateKey());
  const machine = { host: '127.0.0.1', port: 2222, username: 'me', private_key_path };
  await mkdir(join(home, 'demo'));
  await writeFile(join(home, 'demo', 'machine.json'), JSON.stringify(machine));
  server = await startServer({ GATEHOUSE_DEMO: 'true', GATEHOUSE_HOME: home });
  admin = await server.admin();
});
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

const rowsOf = async (query: string) => (await server.pool.query(query)).rows;

const companies = ['Aster Clinics', 'Helios Energy', 'Northwind Logistics'];

type Ticket = { id: string; title: string; state: { value: string }; applicant: string; org_name: string };
const list = async (query: string) =>
  (await admin.get(`/api/v1/tickets/apply-asset-tickets/${query}`)).json as Ticket[];

test('the demo has requests in every state, some of them for the administrator', async () => {
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  const mine = await list(`?assignees__id=${id}`);
  const count = (state: string) => mine.filter((ticket) => ticket.state.value === state).length;
  expect([count('pending'), count('approved'), count('rejected')]).toEqual([4, 1, 1]);
  expect((await list(`?applicant=${id}`)).map(({ org_name }) => org_name)).toEqual(['Helios Energy']);
  const approved = mine.find((ticket) => ticket.state.value === 'approved');
  const granted = await admin.get(`/api/v1/perms/asset-permissions/${approved?.id}/`);
  expect(granted.json).toMatchObject({ from_ticket: true, users: [{ name: 'Wei Chen' }] });
  const said = (await admin.get(`/api/v1/tickets/comments/?ticket_id=${approved?.id}`)).json as object[];
  expect(said).toHaveLength(4);
});

test('demo tickets name the applicant, the assets, the reason and the duration', async () => {
  const rows = await rowsOf(
    `select t.title, t.comment, t.state, o.name as company, t.rel_snapshot ->> 'applicant' as applicant,
       jsonb_array_length(t.rel_snapshot -> 'apply_assets') as assets, t.rel_snapshot -> 'apply_assets' ->> 0 as first, t.apply_accounts as accounts,
       round(extract(epoch from t.apply_date_expired - t.apply_date_start) / 86400)::int as days
     from tickets_ticket t join orgs_organization o on o.id = t.org_id where t.type = 'apply_asset' order by t.serial_num`,
  );
  const shown = rows.map(({ applicant, company, state, days, first, title, comment }) =>
    [`${applicant} at ${company}`, state, `${days} days`, first.replace(/\(.*/, ''), title, comment].join(
      ' | ',
    ),
  );
  expect(shown).toEqual([
    'Wei Chen(w.chen) at Northwind Logistics | approved | 7 days | databases-app-01 | Index rebuild on the reporting databases | Change 4127, agreed with the warehouse team.',
    'Priya Raman(p.raman) at Northwind Logistics | rejected | 365 days | network-core-app-01 | Permanent access to the core switches | ',
    'Jun Takeda(j.takeda) at Northwind Logistics | pending | 3 days | storefront-app-01 | Release 5.2 of the storefront | Deployment on Tuesday evening, roll-back until Thursday.',
    'Mara Okafor(m.okafor) at Northwind Logistics | pending | 5 days | erp-app-01 | Audit of the ERP application servers | Read-only look at the configuration.',
    'Administrator(admin) at Helios Energy | pending | 1 days | control-room-app-01 | Clock drift in the control room | ',
    'Elif Demir(e.demir) at Helios Energy | pending | 7 days | metering-app-01 | Certificates of the metering gateways | They expire at the end of the month.',
  ]);
  expect(rows.every(({ assets, accounts }) => assets === 3 && accounts.join() === '@SPEC,deploy')).toBe(true);
  const said = await rowsOf(
    "select user_display, body from tickets_comment where type = 'common' order by date_created",
  );
  expect(said.map(({ user_display, body }) => [user_display, body.slice(0, 11)])).toEqual([
    ['Wei Chen(w.chen)', 'The rebuild'],
    ['Administrator(admin)', 'You have it'],
    ['Administrator(admin)', 'A year is t'],
  ]);
  const [flow] = await rowsOf(
    "select approval_level, rules from tickets_ticketflow f join orgs_organization o on o.id = f.org_id where o.name = 'Helios Energy'",
  );
  expect(flow).toMatchObject({ rules: [{ strategy: 'org_admin' }, { strategy: 'super_admin' }] });
});

test('the demo has a confirmation of each type, decided by the administrator', async () => {
  const rows = await rowsOf(
    "select type, state, hold, title from tickets_ticket where type <> 'apply_asset' order by serial_num",
  );
  expect(rows).toEqual([
    { type: 'login_confirm', state: 'approved', hold: 'once', title: 'Wei Chen signs in from 198.51.100.24' },
    {
      type: 'login_asset_confirm',
      state: 'rejected',
      hold: 'once',
      title: expect.stringMatching(/^Wei Chen connects to storefront-app-01\(/),
    },
    {
      type: 'command_confirm',
      state: 'approved',
      hold: 'session',
      title: expect.stringMatching(/^Wei Chen runs a command on /),
    },
  ]);
});

test('an administrator decides a demo ticket from another organization, but not with a forged CSRF token', async () => {
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  const waiting = (await list(`?assignees__id=${id}&status=open`)).find(
    ({ org_name }) => org_name !== 'Helios Energy',
  );
  const url = `/api/v1/tickets/apply-asset-tickets/${waiting?.id}/reject/`;
  const forged = await admin.put(url, {}, { 'x-csrftoken': 'wrong' });
  expect(forged.status).toBe(403);
  const answer = await admin.put(url, {}, { 'x-jms-org': 'Helios Energy' });
  expect([answer.status, answer.json]).toEqual([200, 'ok']);
});

test('a permission that is not used waits for the administrator', async () => {
  const { json } = await admin.get('/api/v1/perms/access-reviews/');
  expect(json).toMatchObject([
    {
      ...{ name: 'Data centre migration', status: { value: 'open' }, date_last_used: null, users_amount: 1 },
      reviewers: [{ username: 'admin' }, { username: 'm.okafor' }],
    },
  ]);
  expect(json[0]).not.toMatchObject({ assets_amount: 0 });
});

test('three demo companies have their own assets, nodes, accounts and permissions', async () => {
  expect(await rowsOf('select name from orgs_organization order by name')).toEqual(
    companies.map((name) => ({ name })),
  );
  const assets = await rowsOf(
    `select o.name, a.category, count(*)::int as n, count(distinct a.name)::int as names, count(distinct a.address)::int as addresses
       from assets_asset a join orgs_organization o on o.id = a.org_id where a.name <> 'this-machine' group by 1, 2 order by 1, 2`,
  );
  const perArea = { database: 4, device: 3, host: 19, web: 2 };
  expect(assets).toEqual(
    [3, 4, 5].flatMap((areas, at) =>
      Object.entries(perArea).map(([category, count]) => {
        const n = areas * count;
        return { name: companies[at], category, n, names: n, addresses: n };
      }),
    ),
  );
  const storefront = await rowsOf(
    `select a.name, a.address, n.full_value as node, a.protocols, array(select l.value from labels_labeledresource r join labels_label l on l.id = r.label
        where r.res_id = a.id::text order by l.name, l.value) as labels
       from assets_asset a join assets_asset_nodes x on x.asset = a.id join assets_node n on n.id = x.node
       where a.name like 'storefront-%' and a.name ~ '(app-01|portal-20|portal-08|stage-app-01)$' order by a.name`,
  );
  const ssh = [
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ];
  const [live, staging] = [
    '/Northwind Logistics/Storefront/production',
    '/Northwind Logistics/Storefront/staging',
  ];
  expect(storefront.map(({ labels: _labels, ...row }) => row)).toEqual([
    { name: 'storefront-app-01', address: '10.8.4.11', node: live, protocols: ssh },
    {
      ...{ name: 'storefront-portal-20', address: 'https://storefront-portal-20.example.com', node: live },
      protocols: [{ name: 'http', port: 443 }],
    },
    { name: 'storefront-stage-app-01', address: '10.8.5.11', node: staging, protocols: ssh },
    {
      ...{ name: 'storefront-stage-portal-08', address: 'https://storefront-stage-portal-08.example.com' },
      ...{ node: staging, protocols: [{ name: 'http', port: 443 }] },
    },
  ]);
  const [found] = (await admin.get('/api/v1/assets/assets/?name=storefront-stage-app-01')).json as {
    labels: string[];
  }[];
  expect(found?.labels.toSorted()).toEqual(['area:storefront', 'env:stage']);
  const accounts = await rowsOf(
    "select username, privileged, count(*)::int as n, count(distinct secret)::int as secrets from accounts_account where username <> 'me' group by 1, 2 order by 1",
  );
  const account = (username: string, n: number, privileged = false) => ({
    username,
    privileged,
    n,
    secrets: n,
  });
  expect(accounts).toEqual([
    account('Administrator', 48, true),
    account('deploy', 180),
    account('netops', 36),
    account('operator', 24),
    account('reporting', 48),
    account('root', 180, true),
  ]);
  const permissions = await rowsOf(
    `select p.name, p.accounts, g.name as "group", n.full_value as node from perms_assetpermission p
       join perms_assetpermission_user_groups x on x.assetpermission = p.id join users_usergroup g on g.id = x.usergroup
       join perms_assetpermission_nodes y on y.assetpermission = p.id join assets_node n on n.id = y.node where p.name ~ 'ERP|Billing'`,
  );
  const operators = { accounts: ['@SPEC', 'deploy', 'reporting', 'netops', 'operator'], group: 'On-call' };
  expect(permissions.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { ...operators, name: 'Operators of Billing', node: '/Helios Energy/Billing/production' },
    { ...operators, name: 'Operators of ERP', node: '/Northwind Logistics/ERP/production' },
  ]);
});

test('each demo user belongs to some of the companies, and the administrator to all', async () => {
  const roles = await rowsOf(
    `select u.username, string_agg(o.name || ' ' || r.name, ', ' order by o.name, r.name) as held from rbac_rolebinding b
       join users_user u on u.id = b."user" join rbac_role r on r.id = b.role join orgs_organization o on o.id = b.org group by 1 order by 1`,
  );
  const [aster, helios, northwind] = companies;
  const all = (role: string) => companies.map((company) => `${company} ${role}`).join(', ');
  const held = Object.fromEntries(roles.map((row) => [row.username, row.held]));
  expect(held).toMatchObject({
    admin: all('OrgAdmin'),
    'a.ferreira': expect.stringContaining(`${helios} OrgAuditor`),
    'e.demir': `${helios} OrgUser`,
    'j.takeda': `${northwind} OrgUser`,
    'l.brandt': `${aster} OrgUser`,
    'm.okafor': expect.stringContaining(`${aster} OrgAdmin`),
    'n.haddad': `${helios} OrgUser`,
    'p.raman': `${helios} OrgUser, ${northwind} OrgUser`,
    'w.chen': `${aster} OrgUser, ${northwind} OrgUser`,
  });
  const users = await rowsOf(
    "select name, email, need_update_password from users_user where username = 'w.chen'",
  );
  expect(users).toEqual([{ name: 'Wei Chen', email: 'w.chen@example.com', need_update_password: false }]);
  const groups = await rowsOf(
    `select o.name, count(*)::int as n from users_usergroup g join orgs_organization o on o.id = g.org_id
       join users_user_groups m on m.usergroup = g.id where g.name = 'On-call' group by 1 order by 1`,
  );
  expect(groups).toEqual(companies.map((name) => ({ name, n: 3 })));
});

test('demo sessions can be replayed, with commands at the right times and a sign-in before each session', async () => {
  const wrong = await rowsOf(
    `select s.id from terminal_session s where not (s.is_finished and s.has_replay and s.has_command and s.is_success) or s.protocol <> 'ssh'
       or s.login_from <> 'WT' or s.date_end <= s.date_start or s.date_start > now() or s.account <> 'deploy(deploy)'
       or s.command_amount <> (select count(*) from terminal_command c where c.session = s.id::text)
       or not exists (select from audits_userloginlog l where l.status and s."user" like '%(' || l.username || ')' and l.ip = s.remote_addr
            and l.datetime = s.date_start - interval '190 seconds')`,
  );
  expect(wrong).toEqual([]);
  const late = await rowsOf(
    `select c.id from terminal_command c join terminal_session s on s.id::text = c.session where c.offset_ms <= 0
       or s.date_start + c.offset_ms * interval '1 millisecond' > s.date_end
       or c.timestamp <> floor(extract(epoch from s.date_start + c.offset_ms * interval '1 millisecond')) or c.output like E'%\\r%' or c."user" <> s."user"`,
  );
  expect(late).toEqual([]);
  const counts = await rowsOf(
    `select count(*)::int as sessions, count(distinct org_id)::int as companies, (select count(*)::int from terminal_command where risk_level = 4) as risky,
       (select count(*)::int from audits_userloginlog where reason = 'password_failed' and not status and mfa = 0 and type = 'W' and backend = 'password') as mistyped
     from terminal_session`,
  );
  expect(counts[0]).toMatchObject({ companies: 3 });
  expect(counts[0].sessions).toBeGreaterThan(150);
  expect(counts[0].risky).toBeGreaterThan(10);
  expect(counts[0].mistyped).toBeGreaterThan(10);
  expect(counts[0].mistyped).toBeLessThan(counts[0].sessions / 7);
  const [any] = await rowsOf(
    "select id from terminal_session where org_id = '00000000-0000-0000-0000-000000000002' limit 1",
  );
  const replay = (await admin.get(`/api/v1/terminal/sessions/${any.id}/replay/`)).json as {
    src: string;
    type: string;
  };
  expect(replay.type).toBe('asciicast');
  expect((await admin.get(replay.src)).status).toBe(200);
});

test('most demo assets and accounts are verified, and a few fail the check', async () => {
  for (const table of ['assets_asset', 'accounts_account']) {
    const rows = await rowsOf(
      `select connectivity, count(*)::int as n, bool_and((date_verified is not null) = (connectivity <> '-')) as dated from ${table} group by 1`,
    );
    const by = Object.fromEntries(rows.map(({ connectivity, n }) => [connectivity, n]));
    expect(rows.every(({ dated }) => dated)).toBe(true);
    expect([by.ok > by['-'], by['-'] > 0, by.err > 0, by.ok > by.err * 5]).toEqual([true, true, true, true]);
  }
});

test('this computer is an asset that every user of the first demo company may use', async () => {
  const [machine] = (await admin.get('/api/v1/assets/hosts/?name=this-machine')).json as { id: string }[];
  expect((await admin.get(`/api/v1/assets/hosts/${machine?.id}/`)).json).toMatchObject({
    ...{
      address: '127.0.0.1',
      platform: { name: 'Linux' },
      labels: ['env:demo'],
      org_name: 'Northwind Logistics',
    },
    ...{ protocols: [{ name: 'ssh', port: 2222 }], comment: 'A real OpenSSH server on this computer' },
  });
  const accounts = (await admin.get(`/api/v1/accounts/accounts/?asset=${machine?.id}`)).json;
  expect(accounts).toMatchObject([{ name: 'me', username: 'me', secret_type: { value: 'ssh_key' } }]);
  const permissions = (await admin.get('/api/v1/perms/asset-permissions/?name=Try it')).json as {
    id: string;
  }[];
  expect((await admin.get(`/api/v1/perms/asset-permissions/${permissions[0]?.id}/`)).json).toMatchObject({
    accounts: ['@ALL'],
    assets: [{ id: machine?.id }],
    users: { length: 6 },
  });
});

test('the demo has active rules of every kind, none of which stops its administrator', async () => {
  const rules = (table: string) =>
    rowsOf(`select name, action, is_active from acls_${table} order by priority desc, name`);
  expect((await rules('loginacl')).map(({ name, action }) => `${name}: ${action}`)).toEqual([
    'Partner networks out of hours: reject',
    'From partner networks: review',
  ]);
  expect(await rules('connectmethodacl')).toMatchObject([{ name: 'Browser only', is_active: true }]);
  const connections = await rules('loginassetacl');
  expect(new Set(connections.map(({ action }) => action))).toEqual(new Set(['reject', 'review', 'notice']));
  expect(connections.map(({ name }) => name)).toContain('Databases out of hours');
  const [machine] = await rowsOf("select id from assets_asset where name = 'this-machine'");
  const [account] = await rowsOf("select username from accounts_account where username = 'me'");
  const token = await admin.post('/api/v1/authentication/connection-token/', {
    asset: machine?.id,
    account: account?.username,
    protocol: 'ssh',
    connect_method: 'web_cli',
  });
  expect(token.status, token.text).toBe(201);
});

test('a second start adds no demo data', async () => {
  expect(server.output).toContain('Demo estate: Northwind Logistics, Helios Energy, Aster Clinics');
  const { organizations, db } = server.services;
  const told: string[] = [];
  await seedDemo({ organizations, db, tell: (line: string) => void told.push(line) } as unknown as DemoDeps);
  expect(told).toEqual([]);
});
