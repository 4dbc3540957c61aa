import { expect, test } from 'vitest';
import { type BackendDeps, createBackends } from './all.ts';
import type { SignInBackend } from './backend.ts';

const registerWith = (order: string[], isLicensed: boolean) => {
  const values: Record<string, unknown> = { AUTH_BACKENDS_ORDER: order, AUTH_TEMP_TOKEN: true };
  const settings = { get: (name: string) => values[name] };
  const backends = createBackends({
    settings,
    licence: { isValid: () => isLicensed },
  } as unknown as BackendDeps);
  const bought = { shape: 'elsewhere', name: 'openid', isEnabled: () => true, isLicensed: true };
  backends.all.push(bought as unknown as SignInBackend);
  return backends;
};
const namesOf = (order: string[], isLicensed = true) =>
  registerWith(order, isLicensed)
    .enabled()
    .map(({ name }) => name);

test('AUTH_BACKENDS_ORDER says which ways come first; the others follow in their usual order', () => {
  expect(namesOf([])).toEqual(['password', 'temp_token', 'openid']);
  expect(namesOf(['openid'])).toEqual(['openid', 'password', 'temp_token']);
  expect(namesOf(['temp_token', 'ldap', 'password'])).toEqual(['temp_token', 'password', 'openid']);
});

test('a way that needs a licence is offered with one only, and found by its shape and name', () => {
  expect(namesOf([], false)).toEqual(['password', 'temp_token']);
  expect(registerWith([], false).find('elsewhere', 'openid')).toBeUndefined();
  expect(registerWith([], true).find('elsewhere', 'openid')?.name).toBe('openid');
  expect(registerWith([], true).find('elsewhere', 'password')).toBeUndefined();
});
