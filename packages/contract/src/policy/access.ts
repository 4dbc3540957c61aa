import type { PermissionAction } from '../permissions/actionBits.ts';
import type { CheckoutFacts, Withheld } from './checkout.ts';
import type { Verdict } from './verdict.ts';

/** An asset permission that links a user with an asset. */
export type AccessRule = {
  id: string;
  /** Usernames, the mark `@SPEC` before them, or `@ALL`, `@USER`, `@INPUT`, `@ANON`. */
  accounts: readonly string[];
  /** Protocol names, or `all`. */
  protocols: readonly string[];
  /** Bits of `actionBits`. */
  actions: number;
  is_active: boolean;
  date_start: Date;
  date_expired: Date;
};

/** An active account of the asset. */
export type AssetAccount = {
  id: string;
  name: string;
  username: string;
  secret_type: string;
  has_secret: boolean;
  /** Manages the machine; such accounts are marked. */
  privileged?: boolean;
  /** Only of accounts that take a check-out or have an open one. */
  checkout?: CheckoutFacts;
};

/** How an account may be used on one asset: the union of every permission that grants it. */
export type GrantedAccount = Omit<AssetAccount, 'id'> & {
  id: string | null;
  /** Account name, or `@INPUT`, `@USER`, `@ANON`. */
  alias: string;
  /** Granted as the account of the user's own name (`@USER`), whether or not the asset has it. */
  is_own: boolean;
  /** Bits of `actionBits`. */
  actions: number;
  /** The latest expiry among the permissions that grant it. */
  date_expired: Date;
};

/** What a user wants to do on the asset: the account by alias, name or id. */
export type AccessRequest = { account: string; protocol: string; action: PermissionAction; now: Date };

/** Why a permission does not decide a request; `not_needed` means that other permissions decided it. */
export const accessReasons = [
  'inactive',
  'not_started',
  'expired',
  'account',
  'action',
  'protocol',
  'not_needed',
] as const;

/** One of these reasons. */
export type AccessReason = (typeof accessReasons)[number];

/**
 * The decision of the permissions on a request. `expired` means that it would be allowed if no permission had
 * expired, `withheld` that it would be without check-outs.
 */
export type AccessVerdict =
  | (Verdict<'allow', AccessReason> & { account: GrantedAccount })
  | (Verdict<'withheld', AccessReason> & { account?: undefined; withheld: Withheld })
  | (Verdict<'deny' | 'expired', AccessReason> & { account?: undefined });
