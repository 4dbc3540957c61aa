import { expect, test } from 'vitest';
import { userBody } from './UserFormPage.tsx';

test('a new user who sets the password by a mailed link is sent without a password', () => {
  const values = { source: 'local', password_strategy: 'email' } as const;
  expect(
    userBody({ name: 'a', password: 'x', update_password: false }, values, { mode: 'create', isRoot: false }),
  ).toEqual({
    name: 'a',
  });
});

test('in the global organization no groups are sent for a user', () => {
  expect(userBody({ groups: [] }, { source: 'local' }, { mode: 'create', isRoot: true })).toEqual({});
});

test('for users from other sources need_update_password is not sent', () => {
  expect(
    userBody({ need_update_password: true }, { source: 'ldap' }, { mode: 'update', isRoot: false }),
  ).toEqual({});
});
