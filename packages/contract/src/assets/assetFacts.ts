type Automation =
  | 'ping'
  | 'gather_facts'
  | 'change_secret'
  | 'push_account'
  | 'verify_account'
  | 'gather_accounts'
  | 'remove_account';

/** What an asset's platform allows and automates; empty when the platform is gone. */
export type AutoConfig = Partial<
  {
    id: number;
    platform: number;
    su_enabled: boolean;
    domain_enabled: boolean;
    ansible_enabled: boolean;
    ansible_config: unknown;
  } & Record<`${Automation}_enabled`, boolean> &
    Record<`${Automation}_method`, string | null> &
    Record<`${Automation}_params`, unknown>
>;

/** Facts that only assets of one category have. */
export type SpecInfo = Partial<{
  db_name: string;
  use_ssl: boolean;
  allow_invalid_cert: boolean;
  autofill: string;
  username_selector: string;
  password_selector: string;
  submit_selector: string;
  script: unknown;
  proxy: string;
}>;
