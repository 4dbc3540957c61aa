import type { SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import type { PasswordRule } from '@gatehouse/contract/settings/publicSettings.ts';

/** An organization as in the profile and in `orgs/current`. */
export type Organization = {
  id: string;
  name: string;
  icon?: string;
  disabled?: boolean;
  is_default?: boolean;
  is_root?: boolean;
  is_system?: boolean;
  comment?: string;
  /** The user's roles and permissions in it; sent only for the current organization. */
  roles?: { id: string; name?: string; display_name: string }[];
  perms?: string[];
};

/** The signed-in user. */
export type Profile = {
  id: string;
  username: string;
  name: string;
  email: string;
  is_superuser: boolean;
  is_org_admin?: boolean;
  is_first_login: boolean;
  /** Where users are sent after their first sign-in; empty for nowhere. */
  guide_url?: string;
  is_active?: boolean;
  need_update_password?: boolean;
  can_public_key_auth?: boolean;
  mfa_level?: { value: number; label: string };
  mfa_enabled?: boolean;
  mfa_force_enabled?: boolean;
  source: { value: string; label: string };
  system_roles: { id: string; display_name: string }[];
  org_roles?: { id: string; display_name: string }[];
  groups?: { id: string; name: string }[];
  perms: string[];
  console_orgs: Organization[];
  audit_orgs: Organization[];
  workbench_orgs: Organization[];
  avatar_url?: string;
  phone?: { code: string; phone: number | string } | null;
  wechat?: string;
  comment?: string | null;
  public_key_comment?: string;
  public_key_hash_md5?: string;
  receive_backends?: string[];
  date_joined?: string | null;
  date_expired?: string | null;
  last_login?: string | null;
  date_password_last_updated?: string | null;
};

/** Settings that can be read without signing in. */
export type OpenSettings = {
  XPACK_ENABLED?: boolean;
  INTERFACE?: {
    login_title?: string;
    logo_index?: string;
    logo_logout?: string;
    favicon?: string;
    theme_info?: { colors?: Record<string, string> };
    footer_content?: string;
  };
  COUNTRY_CALLING_CODES?: { name: string; value: string }[];
};

/** Settings for signed-in users. */
export type PublicSettings = OpenSettings & {
  XPACK_LICENSE_IS_VALID?: boolean;
  XPACK_LICENSE_INFO?: { corporation?: string };
  TICKETS_ENABLED?: boolean;
  CHAT_AI_ENABLED?: boolean;
  AUTH_TEMP_TOKEN?: boolean;
  AUTH_PASSKEY?: boolean;
  HELP_DOCUMENT_URL?: string;
  HELP_SUPPORT_URL?: string;
  SECURITY_MFA_VERIFY_TTL?: number;
  SECURITY_VIEW_AUTH_NEED_MFA?: boolean;
  SECURITY_PASSWORD_EXPIRATION_TIME?: number;
  SECURITY_COMMAND_EXECUTION?: boolean;
  SECURITY_WATERMARK_ENABLED?: boolean;
  /** Time zone of schedules on the server. */
  TIME_ZONE?: string;
  PASSWORD_RULE?: PasswordRule;
  ANNOUNCEMENT?: Partial<SettingValues['ANNOUNCEMENT']>;
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT?: SettingValues['TICKET_AUTHORIZE_DEFAULT_TIME_UNIT'];
  [name: string]: unknown;
};
