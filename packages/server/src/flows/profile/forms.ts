import { field } from '@gatehouse/contract/resource/fields.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { formOf } from '../../engine/form.ts';
import { longestPassword } from '../../resources/users/user/passwordPolicy.ts';

const ownPassword = field.secret({ required: true, max: longestPassword, writeOnly: true });
const fixed = <F extends object>(spec: F) => ({ ...spec, readOnly: true, required: false });

/** What people change of themselves; who they are is decided by others. Labels are those of the user. */
export const profileForm = formOf('users', 'user', {
  name: fixed(user.fields.name),
  username: fixed(user.fields.username),
  email: fixed(user.fields.email),
  mfa_level: user.fields.mfa_level,
  public_key: user.fields.public_key,
  phone: user.fields.phone,
  wechat: user.fields.wechat,
  is_first_login: { ...user.fields.is_first_login, readOnly: false },
  comment: user.fields.comment,
});

/** Changing one's own password. */
export const passwordForm = formOf('forms', 'profile', {
  old_password: ownPassword,
  new_password: ownPassword,
  new_password_again: ownPassword,
});

/** Changing one's own SSH key. */
export const publicKeyForm = formOf('forms', 'profile', {
  public_key: field.text({ required: true, multiline: true, max: 2048, writeOnly: true }),
  public_key_comment: field.text({ readOnly: true }),
  public_key_hash_md5: field.text({ readOnly: true }),
});
