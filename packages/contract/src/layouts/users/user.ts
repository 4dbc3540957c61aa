import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { user } from '../../resources/users/user.ts';

type Mode = ListModeOf<typeof user>;

/** All users. */
export const userList: Mode = { abilities: true, batchFields: ['groups', 'date_expired', 'comment'] };

/** Users of a group. */
export const usersOfGroup: Mode = {
  columns: ['name', 'username', 'email', 'is_valid'],
  fixed: ['name', 'username'],
  without: ['selection', 'import', 'export'],
};

/** Users who may reach an asset. */
export const usersOfAsset: Mode = {
  columns: ['name', 'username', 'source', 'is_valid'],
  without: ['moreActions', 'import', 'export', 'selection'],
  metadataUrl: '/api/v1/users/users/',
};

/** The facts on the page of a user; switches, cards and tabs show others. */
export const userDetail: DetailLayoutOf<typeof user> = {
  order: [
    'name',
    'id',
    'username',
    'email',
    'phone',
    'wecom_id',
    'dingtalk_id',
    'feishu_id',
    'lark_id',
    'slack_id',
    'org_roles',
    'system_roles',
    'orgs_roles',
    'mfa_level',
    'source',
    'created_by',
    'date_joined',
    'date_expired',
    'date_password_last_updated',
    'last_login',
    'comment',
  ],
  exclude: [
    'password_strategy',
    'groups',
    'wechat',
    'avatar_url',
    'login_confirm_settings',
    'need_update_password',
    'is_active',
    'is_service_account',
    'is_first_login',
    'is_valid',
    'is_expired',
    'is_superuser',
    'is_org_admin',
    'mfa_enabled',
    'mfa_force_enabled',
    'is_otp_secret_key_bound',
    'can_public_key_auth',
    'login_blocked',
    'date_api_key_last_used',
    'updated_by',
    'date_updated',
  ],
};
