import { defineForm } from '../call/defineForm.ts';
import { type FieldSpec, field } from '../resource/fields.ts';
import { user } from '../resources/users/user.ts';
import { longestPassword } from './password.ts';

const { fields } = user;
const ownPassword = field.secret({ required: true, max: longestPassword, writeOnly: true });
const fixed = <F extends { required?: boolean }>(spec: F): F & { readOnly: true; required: false } => ({
  ...spec,
  readOnly: true,
  required: false,
});

const shown = [
  'name',
  'username',
  'email',
  'mfa_level',
  'public_key',
  'phone',
  'wechat',
  'is_first_login',
  'comment',
];
const other = (name: string, spec: FieldSpec) => !shown.includes(name) && !spec.hidden && !spec.writeOnly;
const someId = field.text({ max: 128 });
const organizations = field.computed({ as: 'list', readOnly: true });

/** What clients of the protocol expect in the description of the profile beyond what a user can change there. */
const mentions: { readonly [name: string]: FieldSpec } = {
  id: field.uuid(),
  ...Object.fromEntries(
    Object.entries<FieldSpec>(fields)
      .filter(([name, spec]) => other(name, spec))
      .map(([name, spec]) => [name, fixed(spec)]),
  ),
  wecom_id: someId,
  dingtalk_id: someId,
  feishu_id: someId,
  lark_id: someId,
  slack_id: someId,
  created_by: field.text({ readOnly: true }),
  updated_by: field.text({ max: 128 }),
  labels: fields.labels,
  password_strategy: fields.password_strategy,
  public_key_comment: field.text({ readOnly: true }),
  public_key_hash_md5: field.text({ readOnly: true }),
  guide_url: field.text({ readOnly: true }),
  console_orgs: organizations,
  audit_orgs: organizations,
  workbench_orgs: organizations,
  receive_backends: organizations,
  perms: organizations,
  is_service_account: field.boolean({ default: false }),
  need_update_password: fields.need_update_password,
  date_updated: field.datetime({ readOnly: true }),
  date_api_key_last_used: field.datetime({ nullable: true }),
};

/**
 * A user's own profile, of which only administrators change the read-only fields. Labels are those of
 * `users.user`.
 */
export const profileForm = defineForm({
  app: 'users',
  name: 'user',
  mode: 'patch',
  mentions,
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
  mode: 'patch',
  fields: {
    public_key: field.text({ required: true, multiline: true, max: 2048, writeOnly: true }),
    public_key_comment: field.text({ readOnly: true }),
    public_key_hash_md5: field.text({ readOnly: true }),
  },
});
