import { expect, test } from 'vitest';
import type { FieldSpec } from '../resource/fields.ts';
import { passwordForm, profileForm, publicKeyForm } from './profileForms.ts';

const named = (fields: { readonly [name: string]: FieldSpec }, flag: 'readOnly' | 'required' | 'writeOnly') =>
  Object.entries(fields)
    .filter(([, field]) => field[flag] === true)
    .map(([name]) => name);

test('users change their own profile, except for name, username and email', () => {
  expect(profileForm).toMatchObject({ app: 'users', name: 'user', mode: 'patch' });
  expect(named(profileForm.fields, 'readOnly')).toEqual(['name', 'username', 'email']);
  expect(named(profileForm.fields, 'required')).toEqual([]);
  expect(Object.keys(profileForm.fields)).toEqual([
    'name',
    'username',
    'email',
    'mfa_level',
    'public_key',
    'phone',
    'wechat',
    'is_first_login',
    'comment',
  ]);
});

test('changing a password requires the old one and the new one twice, and returns none of them', () => {
  expect(passwordForm).toMatchObject({ app: 'forms', name: 'profile', mode: 'create' });
  const names = ['old_password', 'new_password', 'new_password_again'];
  expect(Object.keys(passwordForm.fields)).toEqual(names);
  expect(named(passwordForm.fields, 'required')).toEqual(names);
  expect(named(passwordForm.fields, 'writeOnly')).toEqual(names);
  expect(passwordForm.fields.new_password.max).toBe(128);
});

test('a public key is write-only; only its comment and fingerprint are returned', () => {
  expect(publicKeyForm).toMatchObject({ app: 'forms', name: 'profile', mode: 'patch' });
  expect(publicKeyForm.fields.public_key).toMatchObject({
    required: true,
    multiline: true,
    writeOnly: true,
    max: 2048,
  });
  expect(named(publicKeyForm.fields, 'readOnly')).toEqual(['public_key_comment', 'public_key_hash_md5']);
});
