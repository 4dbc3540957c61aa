import type { CallPath } from '@gatehouse/contract/calls/all.ts';
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

test('a misspelt address, param, body or answer of a call does not compile', () => {
  expectTypeOf(checkedByTheCompiler).toBeFunction();
});
