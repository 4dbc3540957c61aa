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
  // @ts-expect-error a misspelt field of a form
  void http.call('POST /api/v1/notifications/site-messages/send/', { body: { title: 'x' } });
};

test('a misspelt address, param, body or answer of a call does not compile', () => {
  expectTypeOf(checkedByTheCompiler).toBeFunction();
});
