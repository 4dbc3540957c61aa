import { defineForm } from '../call/defineForm.ts';
import { field } from '../resource/fields.ts';
import { user } from '../resources/users/user.ts';
import { longestPassword } from './password.ts';

const { fields } = user;
const ownPassword = field.secret({ required: true, max: longestPassword, writeOnly: true });
const fixed = <F extends { required?: boolean }>(spec: F): Omit<F, 'required'> & { readOnly: true } => ({
  ...spec,
  readOnly: true,
  required: false,
});

/**
 * A user's own profile, of which only administrators change the read-only fields. Labels are those of
 * `users.user`.
 */
export const profileForm = defineForm({
  app: 'users',
  name: 'user',
  mode: 'patch',
  fields: {
    name: fixed(fields.name),
    username: fixed(fields.username),
    email: fixed(fields.email),
    mfa_level: fields.mfa_level,
    public_key: fields.public_key,
    phone: fields.phone,
    wechat: fields.wechat,
    is_first_login: { ...fields.is_first_login, readOnly: false },
    comment: fields.comment,
  },
});

/** Changing your own password. */
export const passwordForm = defineForm({
  app: 'forms',
  name: 'profile',
  mode: 'create',
  fields: { old_password: ownPassword, new_password: ownPassword, new_password_again: ownPassword },
});

/** Changing your own SSH key. */
export const publicKeyForm = defineForm({
  app: 'forms',
  name: 'profile',
  mode: 'create',
  fields: {
    public_key: field.text({ required: true, multiline: true, max: 2048, writeOnly: true }),
    public_key_comment: field.text({ readOnly: true }),
    public_key_hash_md5: field.text({ readOnly: true }),
  },
});
