import type { ActionCalls, VariantCalls } from '@gatehouse/contract/actions/all.ts';
import type { CallRequest } from '@gatehouse/contract/call/callTypes.ts';
import type { CallName as AnyName, Calls } from '@gatehouse/contract/calls/all.ts';
import type { TerminalStatus } from '@gatehouse/contract/wire/terminal.ts';

type CallName = Exclude<AnyName, keyof ActionCalls | keyof VariantCalls>;
type Request<Name extends CallName> = CallRequest<Calls[Name], Name>;

/** What is sent to each call; a call without params, query and body needs no entry. */
export type CallSamples = {
  [Name in CallName as object extends Request<Name> ? never : Name]: Request<Name>;
} & { [Name in CallName as object extends Request<Name> ? Name : never]?: Request<Name> };

const id = '7d1e3bb0-1111-4000-8000-000000000001';
const self = { params: { user: 'self' } } as const;
const group = { params: { group: id } } as const;
const labelType = { type: 'assets.asset' } as const;
const ofRow = { params: { id } } as const;
const linkedAssets = { ...ofRow, body: { assets: [id] } };
const linkedNodes = { ...ofRow, query: { action: 'add' as const }, body: { nodes: [id] } };
const bound = { params: { label: id, type: 'assets.asset' } } as const;
const page = new URLSearchParams({ csrf_token: 'x' });
const component = { name: 'sample', type: 'koko', comment: '' } as const;
const keys = { old_password: 'a', new_password: 'b', new_password_again: 'b' };
const subscription = { params: { user: id }, body: { receive_backends: ['site_msg' as const] } };
const systemSubscription = { params: { type: 'CommandAlertMessage' }, body: { users: [] } };
const status: TerminalStatus = {
  sessions: [],
  cpu_load: 0,
  memory_used: 0,
  disk_used: 0,
  session_online: 0,
};

/** Values of every kind, so that those who spoil a sample spoil each of them. */
const assistant = {
  CHAT_AI_ENABLED: true,
  GPT_MODEL: 'gpt-4',
  GPT_BASE_URL: '',
  GPT_API_KEY: '',
  GPT_PROXY: '',
};

const publicKey = { body: { public_key: 'ssh-ed25519 x' } };

/** A sample of each call. */
export const callSamples: CallSamples = {
  'POST /api/v1/accounts/account-backup-plan-executions/': { body: { plan: id } },
  'POST /api/v1/accounts/change-secret-executions/': { body: { automation: id } },
  'GET /api/v1/accounts/change-secret/:id/asset/add/': ofRow,
  'GET /api/v1/accounts/change-secret/:id/asset/remove/': ofRow,
  'PUT /api/v1/accounts/change-secret/:id/asset/add/': linkedAssets,
  'PATCH /api/v1/accounts/change-secret/:id/asset/add/': linkedAssets,
  'PUT /api/v1/accounts/change-secret/:id/asset/remove/': linkedAssets,
  'PATCH /api/v1/accounts/change-secret/:id/asset/remove/': linkedAssets,
  'GET /api/v1/accounts/change-secret/:id/assets/': ofRow,
  'GET /api/v1/accounts/change-secret/:id/nodes/': ofRow,
  'PUT /api/v1/accounts/change-secret/:id/nodes/': linkedNodes,
  'PATCH /api/v1/accounts/change-secret/:id/nodes/': linkedNodes,
  'POST /api/v1/accounts/gather-account-executions/': { body: { automation: id } },
  'POST /api/v1/accounts/push-account-executions/': { body: { automation: id } },
  'POST /api/v1/acls/login-asset/check/': { body: { user_id: id, asset_id: id } },
  'POST /api/v1/acls/command-filter-acls/command-review/': {
    body: { session_id: id, cmd_filter_acl_id: id, run_command: 'reboot' },
  },
  'POST /api/v1/acls/command-filter-acls/try/': { body: { id } },
  'POST /api/v1/acls/login-acls/try/': { body: { id } },
  'POST /api/v1/acls/login-asset-acls/try/': { body: { id } },
  'POST /api/v1/acls/connect-method-acls/try/': { body: { id } },
  'GET /api/v1/acls/command-filter-acls/:id/decisions/': ofRow,
  'GET /api/v1/acls/login-acls/:id/decisions/': ofRow,
  'GET /api/v1/acls/login-asset-acls/:id/decisions/': ofRow,
  'GET /api/v1/acls/connect-method-acls/:id/decisions/': ofRow,
  'POST /api/v1/perms/explain/': { body: { user: id, asset: id, account: 'root', protocol: 'ssh' } },
  'GET /api/v1/perms/explain/choices/': { query: { asset: id } },
  'GET /api/v1/perms/explain/users/': { query: { asset: id } },
  'GET /api/v1/perms/explain/assets/': { query: { user: id } },
  'GET /api/v1/perms/explain/users/file/': { query: { asset: id } },
  'GET /api/v1/perms/explain/assets/file/': { query: { user: id } },
  'GET /api/v1/audits/activities/': { query: { resource_id: id } },
  'GET /api/v1/index/': { query: {} },
  'GET /api/v1/settings/setting/': { query: { category: 'chat' } },
  'PUT /api/v1/settings/setting/': { query: { category: 'chat' }, body: assistant },
  'PATCH /api/v1/settings/setting/': { query: { category: 'chat' }, body: assistant },
  'GET /api/v1/settings/history/': { query: { category: 'chat' } },
  'POST /api/v1/settings/consequences/': { query: { category: 'chat' }, body: assistant },
  'POST /api/v1/settings/proposals/:id/confirm/': ofRow,
  'POST /api/v1/settings/proposals/:id/refuse/': ofRow,
  'GET /api/v1/settings/changes/:id/': ofRow,
  'POST /api/v1/settings/changes/:id/revert/': ofRow,
  'GET /api/v1/settings/security/block-ip/': { query: {} },
  'POST /api/v1/settings/security/unlock-ip/': { body: { ips: ['192.0.2.1'] } },
  'POST /api/v1/settings/chatai/testing/': { body: { GPT_MODEL: 'gpt-4', GPT_API_KEY: '' } },
  'POST /api/v1/settings/vault/testing/': { body: { VAULT_HCP_MOUNT_POINT: 'x', VAULT_HCP_TOKEN: '' } },
  'POST /api/v1/settings/vault/sync/': { body: {} },
  'POST /api/v1/settings/mail/testing/': { body: { EMAIL_FROM: '', EMAIL_RECIPIENT: '' } },
  'POST /api/v1/settings/mail/preview/': { body: { EMAIL_CUSTOM_USER_CREATED_SUBJECT: '{name}' } },
  'POST /api/v1/settings/webhook/testing/': { body: { WEBHOOK_SECRET: '' } },
  'POST /api/v1/settings/sms/:backend/testing/': {
    params: { backend: 'custom' },
    body: { SMS_TEST_PHONE: '', CUSTOM_SMS_API_PARAMS: {} },
  },
  'PUT /api/v1/users/preference/': { body: {} },
  'PATCH /api/v1/users/preference/': { body: {} },
  'PUT /api/v1/users/profile/public-key/': publicKey,
  'PATCH /api/v1/users/profile/public-key/': publicKey,
  'POST /api/v1/terminal/host-keys/': {
    body: {
      asset: id,
      address: '192.0.2.1',
      port: 22,
      key_type: 'ssh-ed25519',
      fingerprint: 'SHA256:x',
      key: 'x',
    },
  },
  'POST /api/v1/common/undo/': { body: { token: id } },
  'POST /api/v1/common/undo/forecast/': { body: { place: 'assets/hosts', change: 'delete', ids: [id] } },
  'POST /api/v1/assets/favorite-assets/': { body: [] },
  'GET /api/v1/audits/operate-logs/:id/': ofRow,
  'POST /api/v1/authentication/confirm/': { body: { confirm_type: 'password', secret_key: 'x' } },
  'POST /api/v1/authentication/access-keys/': { body: { ip_group: ['*'] } },
  'POST /api/v1/authentication/super-connection-token/secret/': { body: { id } },
  'PATCH /api/v1/authentication/super-connection-token/renewal/': { body: { id } },
  'PATCH /api/v1/authentication/super-connection-token/renewals/': { body: { connections: [] } },
  'POST /api/v1/authentication/auth/': { body: { username: 'nobody', password: 'x' } },
  'POST /api/v1/authentication/tokens/': { body: { username: 'nobody', password: 'x' } },
  'POST /api/v1/authentication/:backend/qr/unbind/': { params: { backend: 'slack' } },
  'POST /api/v1/authentication/:backend/qr/unbind/:user/': { params: { backend: 'slack', user: id } },
  'POST /api/v1/authentication/password/verify/': { body: { password: 'x' } },
  'GET /static/:file': { params: { file: 'missing.css' } },
  'GET /api/docs/assets/:file': { params: { file: 'missing.js' } },
  'GET /api/v1/labels/resource-types/:type/resources/': { params: labelType },
  'GET /api/v1/labels/labels/:label/resource-types/:type/resources/': bound,
  'PUT /api/v1/labels/labels/:label/resource-types/:type/resources/': { ...bound, body: { res_ids: [] } },
  'PUT /api/v1/notifications/system-msg-subscription/:type/': systemSubscription,
  'PATCH /api/v1/notifications/system-msg-subscription/:type/': systemSubscription,
  'GET /api/v1/notifications/user-msg-subscription/:user/': { params: { user: id } },
  'PUT /api/v1/notifications/user-msg-subscription/:user/': subscription,
  'PATCH /api/v1/notifications/user-msg-subscription/:user/': subscription,
  'PATCH /api/v1/notifications/site-messages/mark-as-read/': { body: { ids: [id] } },
  'POST /api/v1/notifications/site-messages/send/': {
    body: { subject: 'Hello', message: 'World', user_ids: [id] },
  },
  'GET /api/v1/settings/clean/tonight/': { query: {} },
  'GET /api/v1/ops/celery/period-tasks/:name/': { params: { name: 'tidy' } },
  'PATCH /api/v1/ops/celery/period-tasks/:name/': { params: { name: 'tidy' }, body: {} },
  'GET /api/v1/ops/celery/task/:task/task-execution/:id/log/': { params: { task: 'tidy', id } },
  'GET /api/v1/ops/celery/task/:task/task-execution/:id/result/': { params: { task: 'tidy', id } },
  'GET /api/v1/ops/ansible/job-execution/:id/log/': ofRow,
  'GET /core/ops/:type/task/:id/log/': { params: { type: 'celery', id } },
  'POST /api/v1/ops/own-runs/:id/stop/': ofRow,
  'POST /api/v1/ops/own-runs/:id/again/': ofRow,
  'GET /api/v1/ops/own-runs/:id/file/': ofRow,
  'GET /api/v1/ops/playbook/:id/file/': { params: { id }, query: { key: 'main.yml' } },
  'POST /api/v1/ops/playbook/:id/file/': {
    params: { id },
    body: { key: 'root', name: 'roles', is_directory: true },
  },
  'PATCH /api/v1/ops/playbook/:id/file/': {
    params: { id },
    body: { key: 'main.yml', content: '---', version: '1' },
  },
  'DELETE /api/v1/ops/playbook/:id/file/': { params: { id }, query: { key: 'roles' } },
  // Not a list: without a queue, nothing can be started here.
  'POST /api/v1/ops/machine-work/take/': { body: { places: 1, date_started: '2026-01-01T00:00:00.000Z' } },
  'POST /api/v1/ops/machine-work/report/': { body: [] },
  'POST /api/v1/ops/machine-work/output/': { body: [] },
  'POST /api/v1/ops/machine-work/files/': { body: { work: id } },
  'POST /api/v1/ops/machine-work/piece/': { body: { work: id, file: 0, from: 0, length: 1 } },
  'POST /api/v1/ops/jobs/upload/': { body: new FormData() },
  'POST /api/v1/ops/job-executions/': { body: { job: id } },
  'POST /api/v1/ops/job-executions/stop/': { body: { task_id: id } },
  'POST /api/v1/ops/job-executions/:id/continue/': ofRow,
  'POST /api/v1/ops/job-executions/:id/rerun/': ofRow,
  'GET /api/v1/ops/job-execution/task-detail/:id/': ofRow,
  'GET /api/v1/ops/job-executions/:id/hosts/': ofRow,
  'GET /api/v1/ops/job-executions/:id/hosts/:host/output/': { params: { id, host: id } },
  'GET /api/v1/ops/job-executions/:id/output/': ofRow,
  'POST /api/v1/ops/username-hints/': { body: { nodes: [], assets: [], query: 'ro' } },
  'POST /api/v1/assets/gateways/:id/test-connective/': { params: { id }, body: {} },
  'POST /api/v1/ops/own-runs/imports/': {
    body: { url: '/api/v1/assets/none/', action: 'create', rows: [{ name: 'x' }] },
  },
  'POST /api/v1/ops/own-runs/exports/': {
    body: { url: '/api/v1/assets/none/', query: '', format: 'csv' },
  },
  'GET /core/i18n/:language/': { params: { language: 'en' } },
  'POST /core/auth/login/': { body: page },
  'POST /core/auth/login/mfa/': { body: page },
  'POST /core/auth/login/wait-confirm/': { body: page },
  'GET /core/tickets/direct-approve/:token/': { params: { token: 'none' } },
  'POST /core/tickets/direct-approve/:token/': { params: { token: 'none' }, body: page },
  'POST /core/auth/logout/': { body: page },
  'POST /core/auth/password/reset/': { body: page },
  'POST /core/auth/profile/otp/enable/start/': { body: page },
  'POST /core/auth/profile/otp/enable/bind/': { body: page },
  'POST /core/auth/profile/otp/disable/': { body: page },
  'GET /api/v1/perms/users/:user/assets/': { ...self, query: {} },
  'GET /api/v1/perms/users/:user/assets/:asset/': { params: { user: 'self', asset: id } },
  'POST /api/v1/perms/users/:user/assets/': self,
  'PUT /api/v1/perms/users/:user/assets/:asset/': { params: { user: 'self', asset: id } },
  'PATCH /api/v1/perms/users/:user/assets/:asset/': { params: { user: 'self', asset: id } },
  'DELETE /api/v1/perms/users/:user/assets/:asset/': { params: { user: 'self', asset: id } },
  'GET /api/v1/perms/users/:user/assets/tree/': self,
  'GET /api/v1/perms/users/:user/ungroup/assets/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/': self,
  'GET /api/v1/perms/users/:user/nodes/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/children/': self,
  'GET /api/v1/perms/users/:user/nodes/children/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/children-with-assets/category/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/all-with-assets/tree/': self,
  'GET /api/v1/perms/users/:user/nodes/:node/assets/': { params: { user: 'self', node: id } },
  'GET /api/v1/perms/user-groups/:group/assets/': { ...group, query: {} },
  'GET /api/v1/perms/user-groups/:group/nodes/': group,
  'GET /api/v1/perms/user-groups/:group/nodes/children/': group,
  'GET /api/v1/perms/user-groups/:group/nodes/children/tree/': group,
  'GET /api/v1/perms/user-groups/:group/nodes/:node/assets/': { params: { group: id, node: id } },
  'POST /api/v1/terminal/commands/': { body: [] },
  'POST /api/v1/terminal/commands/insecure-command/': { body: [] },
  'POST /api/v1/terminal/sessions/:id/take-over/': ofRow,
  'POST /api/v1/xpack/license/import': { body: new FormData() },
  'PUT /api/v1/xpack/interface/setting/': { body: new FormData() },
  'POST /kael/interrupt_current_ask/': { body: { id } },
  'POST /api/v1/terminal/terminal-registrations/': { body: component },
  'POST /api/v1/terminal/registration/': { body: component },
  'POST /api/v1/terminal/status/': { body: status },
  'POST /api/v1/terminal/terminals/status/': { body: status },
  'POST /api/v1/terminal/terminals/:id/status/': { ...ofRow, body: status },
  'POST /api/v1/tickets/held-approvals/:id/revoke/': ofRow,
  'GET /api/v1/tickets/super-tickets/:id/status/': ofRow,
  'DELETE /api/v1/tickets/super-tickets/:id/status/': ofRow,
  'PUT /api/v1/tickets/super-tickets/:id/status/': ofRow,
  'POST /api/v1/tickets/ticket-session-relation/': { body: { ticket: id, session: id } },
  'GET /api/v1/tickets/tickets/:id/session/': ofRow,
  'PUT /api/v1/tickets/tickets/:id/await/': ofRow,
  'POST /api/v1/terminal/tasks/kill-session-for-ticket/': { body: [id] },
  'POST /api/v1/terminal/tasks/toggle-lock-session-for-ticket/': {
    body: { session_id: id, task_name: 'lock_session' },
  },
  'PUT /api/v1/tickets/tickets/:id/approve/': ofRow,
  'PATCH /api/v1/tickets/tickets/:id/approve/': ofRow,
  'PUT /api/v1/users/profile/password/': { body: keys },
  'PATCH /api/v1/users/profile/password/': { body: keys },
};
