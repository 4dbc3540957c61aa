import { randomUUID } from 'node:crypto';
import type { ActionCalls } from '@gatehouse/contract/actions/all.ts';
import type { CallRequest } from '@gatehouse/contract/call/callTypes.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import type { Scene } from './actionScene.ts';

/** Name of a declared action. */
export type ActionName = keyof ActionCalls;

type Request<Name extends ActionName> = CallRequest<ActionCalls[Name], Name>;
type Sample<Name extends ActionName> = (scene: Scene) => Request<Name> | Promise<Request<Name>>;
type Bare = { [Name in ActionName]: object extends Request<Name> ? Name : never }[ActionName];

/** What is sent to each action; an action without params, query and body needs no entry. */
export type ActionSamples = { [Name in Exclude<ActionName, Bare>]: Sample<Name> } & {
  [Name in Bare]?: Sample<Name>;
};

/** The storage of both kinds that every installation has. */
const builtInStorage = '00000000-0000-0000-0000-000000000001';

const of = (id: string) => ({ params: { id } });
const onAsset = ({ asset }: Scene) => of(asset);
const onNode = ({ node }: Scene) => of(node);
const onRule = ({ rule }: Scene) => of(rule);
const onTerminal = async ({ terminal }: Scene) => of(await terminal());
const onCheckout = async ({ checkout }: Scene) => of(await checkout());
const onSession = ({ session }: Scene) => of(session);
const onTicket = async ({ ticket }: Scene) => ({ ...of(await ticket()), body: {} });
const onUser = async ({ user }: Scene) => of(await user());
const password = async ({ user }: Scene) => ({ ...of(await user()), body: { password: 'Gate-4711-house' } });
const orgUser = () => of(builtinRoles.orgUser.id);
const onePath = ({ node, asset }: Scene) => ({ ...of(node), body: { assets: [asset] } });
const anotherNode = ({ node }: Scene) => ({ ...of(node), body: { nodes: [] } });
const approval = async ({ ticket, request }: Scene) => ({ ...of(await ticket()), body: request() });

const onLogin = async ({ confirmation }: Scene) => ({ ...of(await confirmation('login_confirm')), body: {} });
const onConnection = async ({ confirmation }: Scene) => ({
  ...of(await confirmation('login_asset_confirm')),
  body: {},
});
const onCommand = async ({ confirmation }: Scene) => ({
  ...of(await confirmation('command_confirm')),
  body: {},
});
const rejectingAll = async (ids: Promise<{ params: { id: string } }>) => ({
  query: { action: 'reject' as const },
  body: { tickets: [(await ids).params.id] },
});
const addresses = {
  login_confirm: 'apply-login-tickets',
  login_asset_confirm: 'apply-login-asset-tickets',
  command_confirm: 'apply-command-tickets',
} as const;
const held = async ({ confirmation, admin }: Scene, type: Parameters<Scene['confirmation']>[0]) => {
  const id = await confirmation(type);
  await admin.put(`/api/v1/tickets/${addresses[type]}/${id}/approve/`, { hold: 'minutes', hold_minutes: 5 });
  return of(id);
};

/** A sample of each action. */
export const actionSamples: ActionSamples = {
  'POST /api/v1/accounts/account-backup-plan-executions/:id/stop/': async ({ backupRun }) =>
    of(await backupRun()),
  'POST /api/v1/accounts/integration-applications/:id/renew-secret/': async ({ application }) =>
    of(await application()),
  'POST /api/v1/accounts/account-checkouts/:id/extend/': onCheckout,
  'POST /api/v1/accounts/account-checkouts/:id/check-in/': onCheckout,
  'GET /api/v1/accounts/account-checkouts/:id/secret/': onCheckout,
  'POST /api/v1/accounts/account-checkouts/:id/release/': onCheckout,
  'POST /api/v1/accounts/account-checkouts/:id/retry/': async ({ checkout }) => of(await checkout('failed')),
  'POST /api/v1/accounts/change-secret-executions/:id/stop/': async ({ changeRun }) => of(await changeRun()),
  'GET /api/v1/accounts/change-secret-records/:id/secret/': async ({ changeRecord }) =>
    of(await changeRecord()),
  'POST /api/v1/accounts/change-secret-records/execute/': async ({ changeRecord }) => ({
    body: { record_ids: [await changeRecord('failed')] },
  }),
  'POST /api/v1/accounts/push-account-executions/:id/stop/': async ({ pushRun }) => of(await pushRun()),
  'GET /api/v1/accounts/push-account-records/:id/secret/': async ({ pushRecord }) => of(await pushRecord()),
  'POST /api/v1/accounts/push-account-records/execute/': async ({ pushRecord }) => ({
    body: { record_ids: [await pushRecord('failed')] },
  }),
  'POST /api/v1/accounts/gather-account-executions/:id/stop/': async ({ searchRun }) => of(await searchRun()),
  'POST /api/v1/accounts/gathered-accounts/sync-accounts/': async ({ foundAccount }) => ({
    body: { gathered_account_ids: [await foundAccount()] },
  }),
  'GET /api/v1/accounts/accounts/su-from-accounts/': ({ account }) => ({ query: { account } }),
  'POST /api/v1/accounts/accounts/username-suggestions/': ({ asset }) => ({ body: { assets: [asset] } }),
  'PATCH /api/v1/accounts/accounts/clear-secret/': ({ account }) => ({ body: { account_ids: [account] } }),
  'POST /api/v1/accounts/accounts/bulk/': ({ asset }) => ({
    body: { assets: [asset], name: 'many', username: 'many', secret: 'sesame', on_invalid: 'skip' },
  }),
  'POST /api/v1/accounts/accounts/tasks/': ({ account }) => ({
    body: { action: 'verify', accounts: [account] },
  }),
  'GET /api/v1/accounts/account-secrets/:id/histories/': ({ account }) => of(account),
  'PATCH /api/v1/accounts/account-templates/:id/sync-related-accounts/': ({ template }) => of(template),
  'GET /api/v1/assets/assets/:id/platform/': onAsset,
  'GET /api/v1/assets/assets/:id/gateways/': onAsset,
  'POST /api/v1/assets/assets/:id/tasks/': ({ asset }) => ({ ...of(asset), body: { action: 'test' } }),
  'POST /api/v1/assets/assets/tasks/': ({ asset }) => ({ body: { action: 'refresh', assets: [asset] } }),
  'POST /api/v1/assets/nodes/:id/tasks/': ({ node }) => ({ ...of(node), body: { action: 'test' } }),
  'POST /api/v1/assets/assets/sync-platform-protocols/': () => ({ body: { platform_id: 1 } }),
  'GET /api/v1/assets/assets/:id/perm-users/': onAsset,
  'GET /api/v1/assets/assets/:id/perm-user-groups/': onAsset,
  'GET /api/v1/assets/assets/:id/perm-users/:user/permissions/': ({ asset, boss }) => ({
    params: { id: asset, user: boss.id },
  }),
  'GET /api/v1/assets/assets/:id/perm-user-groups/:group/permissions/': ({ asset, group }) => ({
    params: { id: asset, group },
  }),
  'GET /api/v1/assets/nodes/:id/children/': onNode,
  'POST /api/v1/assets/nodes/:id/children/': ({ node }) => ({ ...of(node), body: { value: 'below' } }),
  'PUT /api/v1/assets/nodes/:id/children/add/': anotherNode,
  'PATCH /api/v1/assets/nodes/:id/children/add/': anotherNode,
  'POST /api/v1/assets/nodes/children/': ({ node }) => ({ query: { id: node }, body: {} }),
  'GET /api/v1/assets/nodes/:id/assets/': onNode,
  'PUT /api/v1/assets/nodes/:id/assets/add/': onePath,
  'PUT /api/v1/assets/nodes/:id/assets/remove/': onePath,
  'PUT /api/v1/assets/nodes/:id/assets/replace/': onePath,
  'POST /api/v1/assets/platforms/filter-nodes-assets/': ({ asset }) => ({ body: { asset_ids: [asset] } }),
  'GET /api/v1/audits/ftp-logs/:id/file/download/': ({ file }) => of(file),
  'POST /api/v1/audits/ftp-logs/:id/upload/': ({ file }) => ({ ...of(file), body: upload() }),
  'POST /api/v1/audits/message-logs/:id/send-again/': async ({ delivery }) => of(await delivery()),
  'POST /api/v1/audits/user-sessions/offline/': () => ({ body: { ids: [randomUUID()] } }),
  'PATCH /api/v1/authentication/connection-token/:id/expire/': async ({ token }) => of(await token()),
  'PATCH /api/v1/authentication/connection-token/:id/reuse/': async ({ token }) => ({
    ...of(await token()),
    body: { is_reusable: true },
  }),
  'POST /api/v1/authentication/connection-token/exchange/': async ({ token }) => ({
    body: { id: await token() },
  }),
  'PATCH /api/v1/authentication/super-connection-token/:id/expire/': async ({ token }) => of(await token()),
  'PATCH /api/v1/authentication/temp-tokens/:id/expire/': async ({ tempToken }) => of(await tempToken()),
  'POST /api/v1/ops/playbooks/:id/compare/': async ({ repository }) => of(await repository()),
  'POST /api/v1/ops/playbooks/:id/fetch/': async ({ repository }) => ({
    ...of(await repository(true)),
    body: { commit: 'a'.repeat(40) },
  }),
  'POST /api/v1/ops/task-executions/:id/stop/': async ({ run }) => of(await run()),
  'GET /api/v1/perms/asset-permissions/:id/users/all/': onRule,
  'GET /api/v1/perms/asset-permissions/:id/assets/all/': onRule,
  'GET /api/v1/perms/asset-permissions/:id/accounts/': onRule,
  'POST /api/v1/perms/access-reviews/decide/': async ({ review }) => ({
    body: { ids: [await review()], verdict: 'expire', days: 7, comment: 'not needed' },
  }),
  'POST /api/v1/perms/access-reviews/restore/': async ({ review, admin }) => {
    const ids = [await review()];
    await admin.post('/api/v1/perms/access-reviews/decide/', { ids, verdict: 'expire', days: 7 });
    return { body: { ids } };
  },
  'GET /api/v1/perms/access-reviews/:id/users/': async ({ review }) => of(await review()),
  'GET /api/v1/perms/access-reviews/:id/assets/': async ({ review }) => of(await review()),
  'POST /api/v1/ops/job-approvals/:id/approve/': async ({ approval }) => {
    const { id, digest } = await approval();
    return { ...of(id), body: { digest, comment: 'fine' } };
  },
  'POST /api/v1/ops/job-approvals/:id/reject/': async ({ approval }) => ({
    ...of((await approval()).id),
    body: { comment: 'not now' },
  }),
  'POST /api/v1/ops/job-approvals/:id/revoke/': async ({ approval }) => ({
    ...of((await approval('approved')).id),
    body: { comment: '' },
  }),
  'GET /api/v1/ops/job-approvals/:id/content/': async ({ approval }) => of((await approval()).id),
  'GET /api/v1/ops/job-approvals/:id/machines/': async ({ approval }) => ({
    ...of((await approval()).id),
    query: { search: 'web' },
  }),
  'GET /api/v1/ops/job-approvals/:id/file/': async ({ approval }) => {
    const { id } = await approval();
    return { ...of(id), query: { path: 'main.yml' } };
  },
  'GET /api/v1/rbac/roles/:id/users/': orgUser,
  'GET /api/v1/rbac/roles/:id/permissions/': orgUser,
  'GET /api/v1/rbac/roles/:id/holders/': orgUser,
  'GET /api/v1/rbac/roles/:id/permissions/tree/': orgUser,
  'GET /api/v1/terminal/replay-storages/:id/test-connective/': () => of(builtInStorage),
  'GET /api/v1/terminal/command-storages/:id/test-connective/': () => of(builtInStorage),
  'POST /api/v1/terminal/host-keys/:id/accept/': ({ hostKey }) => of(hostKey),
  'POST /api/v1/terminal/sessions/:id/replay/': ({ session }) => ({ ...of(session), body: upload() }),
  'GET /api/v1/terminal/sessions/:id/replay/': onSession,
  'GET /api/v1/terminal/sessions/:id/replay/download/': onSession,
  'POST /api/v1/terminal/sessions/:id/lifecycle_log/': ({ session }) => ({
    ...of(session),
    body: { event: 'asset_connect_success' },
  }),
  'POST /api/v1/terminal/sessions/join/validate/': ({ session, boss }) => ({
    body: { user_id: boss.id, session_id: session },
  }),
  'POST /api/v1/terminal/tasks/kill-session/': ({ session }) => ({ body: [session] }),
  'POST /api/v1/terminal/tasks/toggle-lock-session/': ({ session }) => ({
    body: { session_id: session, task_name: 'lock_session' },
  }),
  'PUT /api/v1/tickets/tickets/:id/reject/': onTicket,
  'PUT /api/v1/tickets/tickets/:id/close/': onTicket,
  'POST /api/v1/tickets/apply-asset-tickets/open/': ({ request }) => ({ body: request() }),
  'PUT /api/v1/tickets/apply-asset-tickets/:id/approve/': approval,
  'PATCH /api/v1/tickets/apply-asset-tickets/:id/approve/': approval,
  'PUT /api/v1/tickets/apply-asset-tickets/:id/reject/': onTicket,
  'PUT /api/v1/tickets/apply-asset-tickets/:id/close/': onTicket,
  'PUT /api/v1/tickets/apply-asset-tickets/bulk/': async ({ ticket }) => ({
    query: { action: 'reject' },
    body: { tickets: [await ticket()] },
  }),
  'PUT /api/v1/tickets/apply-login-tickets/:id/approve/': onLogin,
  'PATCH /api/v1/tickets/apply-login-tickets/:id/approve/': onLogin,
  'PUT /api/v1/tickets/apply-login-tickets/:id/reject/': onLogin,
  'PUT /api/v1/tickets/apply-login-tickets/:id/close/': onLogin,
  'PUT /api/v1/tickets/apply-login-tickets/:id/revoke/': (scene) => held(scene, 'login_confirm'),
  'PUT /api/v1/tickets/apply-login-tickets/bulk/': (scene) => rejectingAll(onLogin(scene)),
  'PUT /api/v1/tickets/apply-login-asset-tickets/:id/approve/': onConnection,
  'PATCH /api/v1/tickets/apply-login-asset-tickets/:id/approve/': onConnection,
  'PUT /api/v1/tickets/apply-login-asset-tickets/:id/reject/': onConnection,
  'PUT /api/v1/tickets/apply-login-asset-tickets/:id/close/': onConnection,
  'PUT /api/v1/tickets/apply-login-asset-tickets/:id/revoke/': (scene) => held(scene, 'login_asset_confirm'),
  'PUT /api/v1/tickets/apply-login-asset-tickets/bulk/': (scene) => rejectingAll(onConnection(scene)),
  'PUT /api/v1/tickets/apply-command-tickets/:id/approve/': onCommand,
  'PATCH /api/v1/tickets/apply-command-tickets/:id/approve/': onCommand,
  'PUT /api/v1/tickets/apply-command-tickets/:id/reject/': onCommand,
  'PUT /api/v1/tickets/apply-command-tickets/:id/close/': onCommand,
  'PUT /api/v1/tickets/apply-command-tickets/:id/revoke/': (scene) => held(scene, 'command_confirm'),
  'PUT /api/v1/tickets/apply-command-tickets/bulk/': (scene) => rejectingAll(onCommand(scene)),
  'POST /api/v1/users/users/invite/': async ({ user }) => ({
    body: { users: [await user()], org_roles: [builtinRoles.orgUser.id] },
  }),
  'POST /api/v1/users/users/:id/remove/': onUser,
  'POST /api/v1/users/users/unblock/': async ({ user }) => ({ body: { ids: [await user()] } }),
  'POST /api/v1/users/users/remove/': async ({ user }) => ({ query: { ids: await user() } }),
  'PATCH /api/v1/users/users/:id/password/reset/': onUser,
  'PATCH /api/v1/users/users/:id/password/': password,
  'PUT /api/v1/users/users/:id/password/': password,
  'PATCH /api/v1/users/users/:id/pubkey/reset/': onUser,
  'GET /api/v1/users/users/:id/mfa/reset/': onUser,
  'PATCH /api/v1/users/users/:id/unblock/': onUser,
  'POST /api/v1/users/groups/:id/add-all-users/': ({ group }) => of(group),
  'PATCH /api/v1/terminal/terminals/:id/enable/': onTerminal,
  'PATCH /api/v1/terminal/terminals/:id/disable/': onTerminal,
};

function upload(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['recorded']), 'f');
  return form;
}
