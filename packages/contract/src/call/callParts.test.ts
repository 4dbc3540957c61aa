import { expect, test } from 'vitest';
import { callParts } from './callParts.ts';

test('each parameter of an address is filled in as one escaped segment of the path', () => {
  expect(
    callParts('GET /api/v1/perms/users/:user/nodes/:node/assets/', { user: 'self', node: 'a/b c' }),
  ).toEqual({
    method: 'GET',
    path: '/api/v1/perms/users/self/nodes/a%2Fb%20c/assets/',
  });
  expect(callParts('POST /api/v1/orgs/orgs/')).toEqual({ method: 'POST', path: '/api/v1/orgs/orgs/' });
  expect(callParts('DELETE /static/:file', {})).toEqual({ method: 'DELETE', path: '/static/' });
});
