import type { CallPath } from '@gatehouse/contract/calls/all.ts';
import type { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { expectTypeOf, test } from 'vitest';
import type { Http } from './http.ts';

const checkedByTheCompiler = (http: Http) => {
  expectTypeOf(http.call('GET /api/v1/notifications/site-messages/unread-total/')).resolves.toEqualTypeOf<{
    total: number;
  }>();
  const body = { ids: ['x'] };
  void http.call('PATCH /api/v1/notifications/site-messages/mark-as-read/', { body });
  // @ts-expect-error a misspelt address
  void http.call('GET /api/v1/notifications/site-messages/unread-totals/');
  // @ts-expect-error the wrong method
  void http.call('POST /api/v1/notifications/site-messages/mark-as-read/', { body });
  // @ts-expect-error a body that is missing
  void http.call('PATCH /api/v1/notifications/site-messages/mark-as-read/');
  // @ts-expect-error a misspelt key of the body
  void http.call('PATCH /api/v1/notifications/site-messages/mark-as-read/', { body: { id: ['x'] } });
  // @ts-expect-error a misspelt param of the path
  void http.call('GET /api/v1/notifications/user-msg-subscription/:user/', { params: { users: 'x' } });
  // @ts-expect-error a misspelt action of a resource
  void http.call('PATCH /api/v1/accounts/accounts/clear-secrets/', { body: { account_ids: ['x'] } });
  // @ts-expect-error an action with the body of another
  void http.call('PATCH /api/v1/accounts/accounts/clear-secret/', { body: { ids: ['x'] } });
  // @ts-expect-error an action of a row without its id
  void http.call('PUT /api/v1/assets/nodes/:id/assets/add/', { body: { assets: ['x'] } });
  expectTypeOf(
    http.pageOf('GET /api/v1/audits/my-login-logs/', { query: { limit: 5 } }),
  ).resolves.toHaveProperty('results');
  // @ts-expect-error a page without a limit
  void http.pageOf('GET /api/v1/audits/my-login-logs/', { query: {} });
  '/api/v1/assets/protocols/' satisfies CallPath;
  // @ts-expect-error a misspelt path of a call
  '/api/v1/assets/protocol/' satisfies CallPath;
  // @ts-expect-error a misspelt field of a form
  void http.call('POST /api/v1/notifications/site-messages/send/', { body: { title: 'x' } });
};

const writesCheckedByTheCompiler = (http: Http) => {
  const url = '/api/v1/assets/domains/';
  expectTypeOf(http.create<typeof domain>(url, { name: 'dmz' })).resolves.toExtend<{ name: string }>();
  void http.change<typeof domain>(url, 'd1', { comment: 'x' });
  void http.changeMany<typeof domain>(url, [{ id: 'd1', comment: 'x' }]);
  // @ts-expect-error a required field is missing
  void http.create<typeof domain>(url, { comment: 'x' });
  // @ts-expect-error the field is spelled comment
  void http.change<typeof domain>(url, 'd1', { coment: 'x' });
  // @ts-expect-error the address of another resource
  void http.change<typeof domain>('/api/v1/assets/platforms/', 1, { comment: 'x' });
  // @ts-expect-error a change that names no row
  void http.changeMany<typeof domain>(url, [{ comment: 'x' }]);
  const params = { id: 'r1' };
  void http.call('GET /api/v1/rbac/org-roles/:id/permissions/tree/', { params });
  // @ts-expect-error an action that role bindings do not have
  void http.call('GET /api/v1/rbac/org-role-bindings/:id/permissions/tree/', { params });
  expectTypeOf(http.listOf('GET /api/v1/settings/chatai-prompts/')).resolves.toExtend<{ name: string }[]>();
  expectTypeOf(http.textOf('GET /core/auth/profile/pubkey/generate/')).resolves.toEqualTypeOf<string>();
  // @ts-expect-error a call that answers JSON
  void http.textOf('GET /api/v1/settings/chatai-prompts/');
  const meant = { approval_step: 1, seen: '2031/01/02 03:04:05 +0000' } as const;
  void http.call('PUT /api/v1/tickets/apply-asset-tickets/:id/reject/', { params, body: meant });
  // @ts-expect-error a rejection changes nothing of the request
  void http.call('PUT /api/v1/tickets/tickets/:id/reject/', { params, body: { org_id: 'o1' } });
};

test('a misspelt field, address or row of a write does not compile', () => {
  expectTypeOf(writesCheckedByTheCompiler).toBeFunction();
});

test('a misspelt address, param, body or answer of a call does not compile', () => {
  expectTypeOf(checkedByTheCompiler).toBeFunction();
});
