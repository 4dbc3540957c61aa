import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { everyJob } from '../../src/app/jobs.ts';
import { accountBackup } from '../../src/flows/accountBackup/planRuns.ts';
import { accountPush, secretChange, secretRetry } from '../../src/flows/changeSecret/planRuns.ts';
import { returnChange } from '../../src/flows/checkout/returnRuns.ts';
import { cleanUpName } from '../../src/flows/cleanUp/cleanUp.ts';
import { accountSearch } from '../../src/flows/gatherAccounts/planRuns.ts';
import { askedNow } from '../../src/flows/jobCenter/approval/asked.ts';
import { fetchJob } from '../../src/flows/playbooks/repository/fetchPlaybook.ts';
import { machineJobs } from '../../src/jobs/machineWork.ts';
import { recordQueued } from '../../src/platform/jobs/runs.ts';
import { storedJob } from '../../src/resources/ops/job/statements.ts';
import { addApproval, decideApproval } from '../../src/resources/ops/jobapproval/statements.ts';
import { registerComponent } from '../component.ts';
import { confirmationsOf } from '../confirmations/confirmations.ts';
import { startSshHost } from '../machines/sshHost.ts';
import { expectStatus, inHours, startTickets } from '../tickets.ts';

const hostKeyFacts = (asset: string) => ({
  asset,
  address: '10.0.0.5',
  port: 22,
  key_type: 'ssh-ed25519',
  fingerprint: `SHA256:${'x'.repeat(43)}`,
  key: 'x',
});

const transferFacts = (session: string) => ({
  org_id: DEFAULT_ORG_ID,
  user: 'ANN(ann)',
  asset: 'web-1(10.0.0.1)',
  account: 'root(root)',
  operate: 'upload',
  filename: '/tmp/report.txt',
  session,
});

const requestFor = (asset: string) => ({
  title: `Access ${randomUUID().slice(0, 8)}`,
  org_id: DEFAULT_ORG_ID,
  apply_assets: [asset],
  apply_accounts: ['@ALL'],
  apply_actions: ['connect' as const],
  apply_date_start: inHours(0),
  apply_date_expired: inHours(24),
});

const templateFacts = { name: 'deploy', username: 'deploy', secret: 'sesame' };
const token = { account: 'root', protocol: 'ssh', connect_method: 'web_cli' };

type Caller = Pick<Awaited<ReturnType<typeof startTickets>>['ann'], 'post'>;

const made = async (path: string, body: object, caller: Caller, status = 201): Promise<string> => {
  const reply = await expectStatus(caller.post(`/api/v1/${path}/`, body), status);
  return (reply.json as { id: string }).id;
};

type Tickets = Awaited<ReturnType<typeof startTickets>>;

/** Runs of plans that change secrets or push accounts, and what they did. */
const runsOf = (
  { services, estate, asset }: Tickets,
  admin: Caller,
  { kind, plans, job }: { kind: string; plans: string; job: string },
) => ({
  /** A waiting run of a plan. */
  run: async () => {
    const name = `${kind} ${randomUUID().slice(0, 8)}`;
    const facts = { accounts: ['root'], assets: [asset], secret_type: 'password', secret_strategy: 'random' };
    const automation = await made(`accounts/${plans}`, { name, ...facts }, admin);
    const run = { id: randomUUID(), name: job, payload: {} };
    await recordQueued(run, services.db);
    return estate.insert('accounts_changesecretexecution', {
      ...{ id: run.id, org_id: DEFAULT_ORG_ID, kind, automation, name, trigger: 'manual', status: 'pending' },
      ...{ snapshot: {}, failures: [], date_start: new Date().toISOString() },
    });
  },
  /** A secret that was changed, or set. */
  record: async (status = 'success') => {
    const username = `user-${randomUUID().slice(0, 8)}`;
    const account = await made('accounts/accounts', { asset, username, secret: 'sesame' }, admin);
    return estate.insert('accounts_changesecretrecord', {
      ...{ org_id: DEFAULT_ORG_ID, kind, asset, account, status, tries: 0 },
      ...{
        old_secret: null,
        new_secret: status === 'failed' ? 'kept' : '',
        date_created: new Date().toISOString(),
      },
    });
  },
});

const changesOf = (api: Tickets, admin: Caller) => {
  const changes = { kind: 'change_secret', plans: 'change-secret-automations', job: secretChange.name };
  const pushes = { kind: 'push_account', plans: 'push-account-automations', job: accountPush.name };
  const [change, push] = [runsOf(api, admin, changes), runsOf(api, admin, pushes)];
  return {
    ...{ changeRun: change.run, changeRecord: change.record },
    ...{ pushRun: push.run, pushRecord: push.record },
  };
};

/** An account that the administrator may use, with a check-out of its own; an application that fetches secrets. */
const checkoutsOf = ({ estate, asset, boss }: Tickets, admin: Caller) => ({
  application: () =>
    made('accounts/integration-applications', { name: `app-${randomUUID()}`, ip_group: ['*'] }, admin),
  checkout: async (status: 'held' | 'failed' = 'held'): Promise<string> => {
    const username = `held-${randomUUID().slice(0, 8)}`;
    const facts = { asset, username, secret: 'sesame', checkout_required: true };
    const account = await made('accounts/accounts', facts, admin);
    const grant = { users: [boss.id], assets: [asset], accounts: [username], actions: ['connect'] };
    await made('perms/asset-permissions', { name: `boss as ${username}`, ...grant }, admin);
    return estate.insert('accounts_accountcheckout', {
      ...{ org_id: DEFAULT_ORG_ID, account, asset, user: boss.id, user_display: 'Boss(boss)', status },
      ...{ reason: 'a sample', minutes: 30, is_extended: false, date_start: inHours(0) },
      ...{ date_expired: inHours(1), date_limit: inHours(2), date_returned: null },
    });
  },
});

/** Runs of plans that look for accounts, and what they found. */
const searchesOf = ({ services, estate, asset }: Tickets, admin: Caller) => ({
  /** A waiting run of a plan that looks for accounts, and something it found. */
  searchRun: async () => {
    const name = `search ${randomUUID().slice(0, 8)}`;
    const automation = await made('accounts/gather-account-automations', { name, assets: [asset] }, admin);
    const run = { id: randomUUID(), name: accountSearch.name, payload: {} };
    await recordQueued(run, services.db);
    return estate.insert('accounts_gatheraccountsexecution', {
      ...{ id: run.id, org_id: DEFAULT_ORG_ID, automation, name, trigger: 'manual', status: 'pending' },
      ...{ snapshot: {}, failures: [], date_start: new Date().toISOString() },
    });
  },
  foundAccount: () =>
    made('accounts/gathered-accounts', { asset, username: `found-${randomUUID().slice(0, 8)}` }, admin),
});

/** Requests for the schedule of a job that runs a playbook of a user. */
const approvalsOf =
  ({ services: { db }, asset, ann }: Tickets, owner: Caller) =>
  async (status = 'waiting'): Promise<{ id: string; digest: string }> => {
    const name = `job ${randomUUID().slice(0, 8)}`;
    const playbook = await made('ops/playbooks', { name }, owner);
    const job = await made('ops/jobs', { name, type: 'playbook', playbook, is_periodic: false }, owner);
    const stored = await storedJob(job, db);
    if (!stored) throw new Error('no job');
    const definition = { ...stored.definition, assets: [asset], schedule: '0 3 * * *' };
    const wish = { org: DEFAULT_ORG_ID, creator: ann.id, definition, parameters: {} };
    const asked = await askedNow(wish, db);
    const id = randomUUID();
    await addApproval({ ...wish, id, applicant: ann.id, material: name, hours: 1, job }, asked, db);
    if (status === 'approved')
      await decideApproval({ id, from: 'waiting', to: status, by: 'boss', comment: '', hours: null }, db);
    return { id, digest: asked.digest };
  };

/** A playbook from a repository of a host whose key is, or is not, confirmed. */
const repositoriesOf =
  (port: number, admin: Caller) =>
  (isConfirmed = false) =>
    made(
      'ops/playbooks',
      {
        ...{ name: `playbook ${randomUUID().slice(0, 8)}`, create_method: 'vcs' },
        vcs_url: `ssh://git@127.0.0.1:${port}/srv/web.git`,
        ...(isConfirmed && { vcs_host_key: `SHA256:${'A'.repeat(43)}` }),
      },
      admin,
    );

/** Starts the queue for the actions that start work on machines; returns what ends it and the server. */
const startQueue = async (api: Awaited<ReturnType<typeof startTickets>>) => {
  const { jobs, lookup, unhurried: db } = api.services;
  const others = everyJob(api.services);
  const stopped = others.filter(({ definition }) =>
    [
      cleanUpName,
      ...[accountBackup, secretChange, secretRetry, accountPush, accountSearch, returnChange, fetchJob].map(
        ({ name }) => name,
      ),
    ].includes(definition.name),
  );
  await jobs.start([...machineJobs({ db, lookup }), ...stopped], () => undefined);
  jobs.declare(others);
  return async () => {
    await jobs.close(1_000);
    await api.stop();
  };
};

/** A host of repositories beside the queue; returns what ends both. */
const startGitHost = async (endQueue: () => Promise<void>) => {
  const host = await startSshHost();
  const stop = () => {
    host.stop();
    return endQueue();
  };
  return { port: host.port, stop };
};

/** A row of each resource that has actions, and the callers that may use them. */
export const startScene = async (environment: NodeJS.ProcessEnv = {}) => {
  const api = await startTickets(environment);
  const { port, stop } = await startGitHost(await startQueue(api));
  const { estate, asset, node, open, ann, boss } = api;
  const admin = api.as({ superuser: true, id: boss.id, username: boss.username });
  const everyday = permissionsOfBuiltinRole(builtinRoles.user);
  const owner = api.as({ id: ann.id, username: ann.username, permissions: everyday });
  const component = await registerComponent(api, 'scene', ['audits.add_ftplog']);
  await api.services.settings.set({ CONNECTION_TOKEN_REUSABLE: true }, api.services.db);
  await api.services.settings.reload();
  const session = await component.session();
  const grant = { users: [ann.id], assets: [asset], accounts: ['@ALL'], actions: ['connect'] };
  return {
    ...{ api, stop, admin, owner, boss, component, asset, node, session },
    account: await made('accounts/accounts', { asset, username: 'root', secret: 'sesame' }, admin),
    template: await made('accounts/account-templates', templateFacts, admin),
    rule: await made('perms/asset-permissions', { name: 'ann on web-1', ...grant }, admin),
    zone: await made('assets/domains', { name: 'dmz' }, admin),
    file: await made('audits/ftp-logs', transferFacts(session), component),
    hostKey: await made('terminal/host-keys', hostKeyFacts(asset), admin),
    group: await estate.group('ops'),
    /** A user that no other sample uses. */
    user: () => estate.user(`user-${randomUUID().slice(0, 8)}`),
    /** A component that no other sample uses. */
    terminal: async (name = `component-${randomUUID().slice(0, 8)}`): Promise<string> => {
      await registerComponent(api, name);
      const { rows } = await api.pool.query('select id::text as id from terminal_terminal where name = $1', [
        name,
      ]);
      return rows[0].id;
    },
    token: () => made('authentication/connection-token', { asset, ...token }, owner),
    tempToken: () => made('authentication/temp-tokens', {}, owner),
    /** A message that could not be delivered. */
    delivery: async (id = randomUUID()) => {
      await api.pool.query(
        `insert into audits_messagelog (id, org_id, message_type, receiver, backend, state, attempts, error, text, date_created)
        values ($1, $2, 'mfa_reset', 'Ann(ann)', 'email', 'failed', 6, 'refused', $3, now())`,
        [id, DEFAULT_ORG_ID, { key: 'mfa_reset', params: { by: 'Bob' } }],
      );
      return id;
    },
    /** A permission that is not used, and waits for a decision. */
    review: async () => {
      const name = `unused ${randomUUID().slice(0, 8)}`;
      const permission = await made('perms/asset-permissions', { name, ...grant }, admin);
      return estate.insert('perms_accessreview', {
        ...{ org_id: DEFAULT_ORG_ID, name, permission, open_for: permission, status: 'open' },
        ...{ users_amount: 1, assets_amount: 1, decided_by: '', comment: '' },
        date_created: new Date().toISOString(),
      });
    },
    /** A request for access that waits for the administrator. */
    ticket: async () => (await open()).id,
    /** A confirmation that waits for the administrator. */
    confirmation: confirmationsOf(api).open,
    ...{ request: () => requestFor(asset), approval: approvalsOf(api, owner) },
    /** A run of a backup plan that waits. */
    backupRun: async () => {
      const name = `plan ${randomUUID().slice(0, 8)}`;
      const plan = await made('accounts/account-backup-plans', { name, is_periodic: false }, admin);
      const run = { id: randomUUID(), name: accountBackup.name, payload: {} };
      await recordQueued(run, api.services.db);
      return estate.insert('accounts_accountbackupexecution', {
        ...{ id: run.id, org_id: DEFAULT_ORG_ID, plan, name, trigger: 'manual', status: 'pending' },
        ...{ timedelta: 0, is_success: false, snapshot: {}, failures: [], delivered: [] },
        date_start: new Date().toISOString(),
      });
    },
    ...{ ...changesOf(api, admin), ...checkoutsOf(api, admin) },
    ...{ ...searchesOf(api, admin), repository: repositoriesOf(port, admin) },
    /** A run that waits. */
    run: async () => {
      const run = { id: randomUUID(), name: 'clean_up', payload: {} };
      await recordQueued(run, api.services.db);
      return run.id;
    },
  };
};

/** Rows and callers for the samples of actions. */
export type Scene = Awaited<ReturnType<typeof startScene>>;
