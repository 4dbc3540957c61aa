import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedRoute } from '../../src/engine/http.ts';
import type { Need } from '../../src/engine/permission.ts';
import { OTHER_ORG_ID } from '../api.ts';
import { estateOf } from '../estate.ts';
import { type Inventory, startInventory } from '../inventory.ts';

/** What every signed-in user may call, by the reason. A new one is a decision (docs/decisions/0227). */
const open: Record<string, readonly string[]> = {
  'finds what belongs to the caller only': [
    'GET POST DELETE assets/favorite-assets/',
    'DELETE assets/favorite-assets/:id/',
    'GET audits/my-login-logs/',
    'GET POST authentication/access-keys/',
    'GET PUT PATCH DELETE authentication/access-keys/:id/',
    'GET POST authentication/connection-token/',
    'GET authentication/connection-token/:id/',
    'PATCH authentication/connection-token/:id/expire/',
    'PATCH authentication/connection-token/:id/reuse/',
    'POST authentication/connection-token/exchange/',
    'GET POST users/connection-token/',
    'GET users/connection-token/:id/',
    'PATCH users/connection-token/:id/expire/',
    'PATCH users/connection-token/:id/reuse/',
    'POST users/connection-token/exchange/',
    'GET POST authentication/temp-tokens/',
    'GET authentication/temp-tokens/:id/',
    'PATCH authentication/temp-tokens/:id/expire/',
    'POST authentication/:backend/qr/unbind/',
    'GET POST authentication/confirm/',
    'GET authentication/confirm/check/',
    'GET authentication/confirm-oauth/',
    'POST authentication/password/verify/',
    'POST common/resources/cache/',
    'POST common/undo/',
    'POST common/undo/forecast/',
    'GET notifications/site-messages/',
    'GET notifications/site-messages/:id/',
    'GET notifications/site-messages/unread-total/',
    'PATCH notifications/site-messages/mark-as-read/',
    'PATCH notifications/site-messages/mark-as-read-all/',
    'GET notifications/user-msg-subscription/',
    'GET PUT PATCH notifications/user-msg-subscription/:user/',
    'GET POST PUT PATCH DELETE ops/adhocs/',
    'GET PUT PATCH DELETE ops/adhocs/:id/',
    'POST ops/adhocs/batch-import/',
    'POST ops/adhocs/render-to-json/',
    'GET POST PUT PATCH DELETE ops/playbooks/',
    'GET PUT PATCH DELETE ops/playbooks/:id/',
    'POST ops/playbooks/batch-import/',
    'POST ops/playbooks/render-to-json/',
    'POST ops/playbooks/:id/compare/',
    'POST ops/playbooks/:id/fetch/',
    'GET POST PATCH DELETE ops/playbook/:id/file/',
    'GET POST PUT PATCH DELETE ops/jobs/',
    'GET PUT PATCH DELETE ops/jobs/:id/',
    'POST ops/jobs/upload/',
    'GET POST ops/job-executions/',
    'GET ops/job-executions/:id/',
    'POST ops/job-executions/:id/continue/',
    'POST ops/job-executions/:id/rerun/',
    'POST ops/job-executions/stop/',
    'GET ops/job-execution/task-detail/:id/',
    'GET ops/job-executions/:id/hosts/',
    'GET ops/job-executions/:id/hosts/:host/output/',
    'GET ops/job-executions/:id/hosts/:host/replay/',
    'GET ops/job-executions/:id/output/',
    'POST ops/username-hints/',
    'GET settings/chatai-conversations/',
    'GET DELETE settings/chatai-conversations/:id/',
    'GET terminal/my-sessions/',
    'PUT PATCH users/profile/',
    'GET POST users/saved-filters/',
    'GET PUT PATCH DELETE users/saved-filters/:id/',
    'GET PUT PATCH users/profile/password/',
    'GET PUT PATCH users/profile/public-key/',
    'GET users/profile/mfa/reset/',
    'GET PUT PATCH users/preference/',
    'GET /core/auth/profile/pubkey/generate/',
    'GET /kael/chat/system/',
    'POST /kael/interrupt_current_ask/',
    'GET /ws/notifications/site-msg/',
  ],
  'what permissions grant to the caller; other users need a permission': [
    'GET perms/users/:user/assets/',
    'GET perms/users/:user/assets/:asset/',
    'GET perms/users/:user/assets/tree/',
    'GET perms/users/:user/nodes/',
    'GET perms/users/:user/nodes/:node/assets/',
    'GET perms/users/:user/nodes/all-with-assets/tree/',
    'GET perms/users/:user/nodes/children/',
    'GET perms/users/:user/nodes/children/tree/',
    'GET perms/users/:user/nodes/children-with-assets/tree/',
    'GET perms/users/:user/nodes/children-with-assets/category/tree/',
    'GET perms/users/:user/nodes/tree/',
    'GET perms/users/:user/ungroup/assets/tree/',
    ...[
      'assets',
      'clouds',
      'customs',
      'databases',
      'devices',
      'gateways',
      'gpts',
      'hosts',
      'nodes',
      'webs',
    ].map((name) => `GET assets/${name}/suggestions/`),
  ],
  'what the caller may request; the installation says what that is': [
    'GET tickets/apply-assets/suggestions/',
    'GET tickets/apply-nodes/suggestions/',
    'POST accounts/accounts/username-suggestions/',
  ],
  'refused whatever is asked, as comments stay as they were written': [
    'PUT PATCH DELETE tickets/comments/:id/',
  ],
  'tickets of which the caller is a participant': [
    'GET POST tickets/comments/',
    'GET tickets/comments/:id/',
    'GET tickets/tickets/',
    'GET tickets/tickets/:id/',
    'PUT tickets/tickets/:id/reject/',
    'PUT tickets/tickets/:id/close/',
    'PUT PATCH tickets/tickets/:id/approve/',
    'GET tickets/apply-asset-tickets/',
    'GET tickets/apply-asset-tickets/:id/',
    'POST tickets/apply-asset-tickets/open/',
    'PUT tickets/apply-asset-tickets/bulk/',
    'PUT PATCH tickets/apply-asset-tickets/:id/approve/',
    'PUT tickets/apply-asset-tickets/:id/reject/',
    'PUT tickets/apply-asset-tickets/:id/close/',
    'GET tickets/apply-login-tickets/',
    'GET tickets/apply-login-tickets/:id/',
    'PUT tickets/apply-login-tickets/bulk/',
    'PUT PATCH tickets/apply-login-tickets/:id/approve/',
    'PUT tickets/apply-login-tickets/:id/reject/',
    'PUT tickets/apply-login-tickets/:id/close/',
    'PUT tickets/apply-login-tickets/:id/revoke/',
    'GET tickets/apply-login-asset-tickets/',
    'GET tickets/apply-login-asset-tickets/:id/',
    'PUT tickets/apply-login-asset-tickets/bulk/',
    'PUT PATCH tickets/apply-login-asset-tickets/:id/approve/',
    'PUT tickets/apply-login-asset-tickets/:id/reject/',
    'PUT tickets/apply-login-asset-tickets/:id/close/',
    'PUT tickets/apply-login-asset-tickets/:id/revoke/',
    'GET tickets/apply-command-tickets/',
    'GET tickets/apply-command-tickets/:id/',
    'PUT tickets/apply-command-tickets/bulk/',
    'PUT PATCH tickets/apply-command-tickets/:id/approve/',
    'PUT tickets/apply-command-tickets/:id/reject/',
    'PUT tickets/apply-command-tickets/:id/close/',
    'PUT tickets/apply-command-tickets/:id/revoke/',
    'GET tickets/tickets/:id/session/',
    'PUT tickets/tickets/:id/await/',
    'GET tickets/decision-times/',
    'GET tickets/held-approvals/',
    'POST tickets/held-approvals/:id/revoke/',
    'POST terminal/tasks/kill-session-for-ticket/',
    'POST terminal/tasks/toggle-lock-session-for-ticket/',
  ],
  'runs that the caller has started; superusers see all': [
    'GET ops/task-executions/',
    'GET ops/task-executions/:id/',
    'POST ops/task-executions/:id/stop/',
    'GET ops/own-runs/',
    'POST ops/own-runs/:id/stop/',
    'POST ops/own-runs/:id/again/',
    'GET ops/own-runs/:id/file/',
    'POST ops/own-runs/told/',
    'GET ops/celery/task/:task/task-execution/:id/log/',
    'GET ops/celery/task/:task/task-execution/:id/result/',
    'GET ops/ansible/job-execution/:id/log/',
    'GET /core/ops/:type/task/:id/log/',
    'GET /ws/ops/tasks/log/',
  ],
  'asks for the permission on the list that is exported or imported': [
    'POST ops/own-runs/exports/',
    'POST ops/own-runs/imports/',
  ],
  'the same for every installation: no names of anything in it': [
    'GET ops/variables/help/',
    'GET ops/playbook-runners/',
    'GET assets/categories/',
    'GET assets/categories/types/',
    'GET assets/categories/constraints/',
    'GET assets/protocols/',
    'GET assets/platform-automation-methods/',
    'GET notifications/backends/',
    'GET terminal/components/connect-methods/',
    'GET swagger.json',
    'GET swagger.yaml',
    'GET docs/',
    'GET docs/assets/:file',
    'GET redoc/',
  ],
  'what the programs of every user need to work': [
    'GET orgs/orgs/current/',
    'GET settings/chatai-prompts/',
    'GET settings/chatai-prompts/:id/',
    'GET terminal/sessions/online-info/',
  ],
  'the handler asks for the permission of the panel': [
    'GET PUT PATCH settings/setting/',
    'GET settings/panels/',
    'GET settings/history/',
    'POST settings/consequences/',
  ],
  'the gateway asks for a connection token of the caller': [
    'GET POST PUT PATCH DELETE /koko',
    'GET POST PUT PATCH DELETE /koko/*',
  ],
};

const listed = Object.values(open)
  .flat()
  .flatMap((line) => {
    const path = line.split(' ').at(-1) ?? '';
    const url = path.startsWith('/')
      ? path
      : `/api/${path.startsWith('swagger') ? '' : path.match(/^(docs|redoc)/) ? '' : 'v1/'}${path}`;
    return line
      .split(' ')
      .slice(0, -1)
      .map((method) => `${method} ${url}`);
  });

const everyday: ReadonlySet<string> = new Set(
  [builtinRoles.user, builtinRoles.orgUser].flatMap(permissionsOfBuiltinRole),
);
const isOpen = (need: Need): boolean =>
  need === 'validUser' ||
  (need !== 'public' &&
    [need].flat().every((entry) => entry === '' || entry.split('|').some((name) => everyday.has(name))));

let inventory: Inventory;
let ann: ReturnType<Inventory['as']>;
const marker = `hidden-${randomUUID().slice(0, 8)}`;
const planted: string[] = [];
beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  const { admin } = inventory;
  const plant = async (path: string, body: object): Promise<string> => {
    const made = await admin.post(`/api/v1/${path}`, { name: `${marker}-name`, ...body });
    expect([path, made.status, made.status === 201 ? '' : made.text]).toEqual([path, 201, '']);
    const { id } = made.json as { id: string };
    planted.push(id);
    return id;
  };
  const { id: host } = await inventory.host({ name: `${marker}-host`, address: `${marker}.example.com` });
  const username = `${marker}-user`;
  const owner = await estate.user(username);
  planted.push(host, owner, String((await inventory.node(`/DEFAULT/${marker}`)).id));
  const secret = { username: marker, secret: marker };
  await plant('accounts/accounts/', { asset: host, ...secret });
  await plant('accounts/account-templates/', { ...secret });
  await plant('assets/domains/', {});
  await plant('labels/labels/', { value: marker });
  await plant('users/groups/', { users: [owner] });
  await plant('perms/asset-permissions/', { users: [owner], assets: [host], accounts: ['@ALL'] });
  await plant('rbac/roles/', { scope: 'org' });
  await inventory.pool.query('update orgs_organization set name = $1 where id = $2', [marker, OTHER_ORG_ID]);
  const held = { permissions: [...everyday], username: 'ann' };
  ann = inventory.as({ id: await estate.user('ann'), ...held });
});
afterAll(() => inventory.stop());

const called = (route: ServedRoute) => `${route.method} ${route.url}`;
const served = () => inventory.app.servedRoutes;

test('every call open to every signed-in user is in the list, with the reason', () => {
  const found = served().filter(({ method, need }) => isOpen(need) && !['HEAD', 'OPTIONS'].includes(method));
  expect([...new Set(found.map(called))].sort()).toEqual(listed.toSorted());
});

test('no call open to every signed-in user tells names of what belongs to others, nor does any description', async () => {
  const requests = open['what the caller may request; the installation says what that is'] ?? [];
  const exempt = new Set(requests.map((line) => `/api/v1/${line.split(' ')[1]}`));
  const told: string[] = [];
  for (const route of served()) {
    if (!isOpen(route.need) || !['GET', 'OPTIONS'].includes(route.method)) continue;
    if (/^\/(koko|ws|kael)|\*/.test(route.url) || (exempt.has(route.url) && route.method === 'GET')) continue;
    for (const id of route.url.includes(':') ? planted : ['']) {
      const at = route.url.replace(/:[^/]+/g, id);
      const answer = await ann[route.method === 'GET' ? 'get' : 'options'](at);
      if (answer.text.includes(marker)) told.push(`${called(route)} ${answer.text.slice(0, 200)}`);
    }
  }
  expect(told).toEqual([]);
});
