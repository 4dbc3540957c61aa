import { constraintsOf } from '@gatehouse/contract/assets/constraints.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Values } from '../../../engine/resource.ts';
import { normalizeAutomation } from './automation.ts';

const rulesOf = (category: 'host' | 'web', type: string) => {
  const constraints = constraintsOf(category, type, { methodName: (id) => id, customProtocols: [] });
  if (!constraints) throw new Error(`no type ${type}`);
  return { constraints, platformId: 7 };
};
/**
 * A change as the operation passes it on: the parsed values are complete, the sent ones only what the client
 * sent.
 */
const normalized = (sent: Values, stored: Values = {}, rules = rulesOf('host', 'linux')) =>
  normalizeAutomation({ ping_enabled: false, ping_method: null, ...sent }, sent, stored, rules);

test('sent automation values replace the stored ones, and the id is that of the platform', () => {
  const stored = { ping_enabled: true, ping_method: 'posix_ping', push_account_enabled: true };
  expect(normalized({ push_account_enabled: false }, stored)).toMatchObject({
    id: 7,
    ping_enabled: true,
    ping_method: 'posix_ping',
    push_account_enabled: false,
  });
  expect(normalized({ ping_method: '' }, stored)).toMatchObject({ ping_method: null });
});

test('an automation method must be offered by the type or already be stored', () => {
  const refusal = (method: unknown, stored: Values = {}) => {
    try {
      normalized({ ping_method: method }, stored);
    } catch (error) {
      if (error instanceof ValidationError) return error.fields;
      throw error;
    }
    return undefined;
  };
  const refused = (value: string) => ({
    automation: { ping_method: [{ key: 'invalid_choice', params: { value } }] },
  });
  for (const method of ['posix_ping', '', null]) expect(refusal(method)).toBeUndefined();
  expect(refusal('win_ping')).toEqual(refused('win_ping'));
  expect(refusal('win_ping', { ping_method: 'posix_ping' })).toEqual(refused('win_ping'));
  expect(refusal('win_ping', { ping_method: 'win_ping' })).toBeUndefined();
  expect(refusal('w'.repeat(40), { ping_method: 'w'.repeat(40) })).toEqual(refused('w'.repeat(32)));
});

test('a method that no runner carries out is refused on its field, unless it is stored', () => {
  const rules = rulesOf('host', 'windows');
  const sent = { change_secret_method: 'change_secret_windows_rdp_verify' };
  const errors = {
    automation: { change_secret_method: [expect.objectContaining({ key: 'invalid_choice' })] },
  };
  expect(() => normalized(sent, {}, rules)).toThrow(expect.objectContaining({ fields: errors }));
  expect(normalized(sent, sent, rules)).toMatchObject(sent);
});

test('parameters are those that the method declares; what an earlier version stored may stay', () => {
  const method = { push_account_method: 'push_account_posix' };
  const refusal = (push_account_params: unknown, stored: Values = {}) => {
    try {
      normalized({ ...method, push_account_params }, stored);
    } catch (error) {
      if (error instanceof ValidationError) return error.fields;
      throw error;
    }
    return undefined;
  };
  const on = (key: string) => ({
    automation: { push_account_params: [expect.objectContaining({ key })] },
  });
  expect(refusal({ shell: '/bin/sh', groups: 'wheel' })).toBeUndefined();
  expect(refusal({ colour: 'red' })).toEqual(on('invalid_choice'));
  expect(refusal({ shell: 7 })).toEqual(on('invalid_string'));
  expect(refusal({ home: 'here' })).toEqual(on('home_unfit'));
  expect(refusal(['sh'])).toEqual(on('not_an_object'));
  expect(refusal({ colour: 'red' }, { push_account_params: { colour: 'red' } })).toBeUndefined();
});

test('automations that the type does not offer are switched off', () => {
  const sent = { ansible_enabled: true, ping_enabled: true };
  expect(normalized(sent)).toMatchObject({ ansible_enabled: true, ping_enabled: true });
  expect(normalized(sent, {}, rulesOf('web', 'website'))).toMatchObject({
    ansible_enabled: false,
    ping_enabled: false,
    change_secret_enabled: false,
  });
});
