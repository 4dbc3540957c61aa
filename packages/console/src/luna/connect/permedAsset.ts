import type { Http } from '../../platform/http/http.ts';

/** An action bit as the permission endpoints spell it. */
type ActionLabel = { value: string; label: string };

/** An account one may use on an asset; `alias` names it when connecting. */
export type PermedAccount = {
  id: string;
  alias: string;
  name: string;
  username: string;
  has_username: boolean;
  has_secret: boolean;
  /** The machine would get the password of the sign-in. */
  from_login?: boolean;
  secret_type: string | { value: string; label: string };
  actions: readonly (ActionLabel | string)[];
};

/** An asset with what one may do on it. */
export type PermedAsset = {
  id: string;
  name: string;
  address: string;
  comment: string;
  is_active: boolean;
  org_id: string;
  category?: { value: string; label: string };
  type?: { value: string; label: string };
  permed_protocols: { name: string; port: number }[];
  permed_accounts: PermedAccount[];
};

/** Loads an asset with the accounts and protocols granted on it; `oid` names its organization if it need not be the current one. */
export const loadPermedAsset = (
  http: Http,
  id: string,
  options: { oid?: string | undefined; signal?: AbortSignal } = {},
): Promise<PermedAsset> =>
  http.get<PermedAsset>(`/api/v1/perms/users/self/assets/${id}/`, {
    ...options,
    disableFlashErrorMsg: true,
  });

/** A way to open a protocol. */
export type ConnectMethod = {
  value: string;
  label: string;
  type: string;
  component: string;
  disabled?: boolean;
};

/** Connect methods allowed for the caller, by protocol. */
export const loadConnectMethods = (
  http: Http,
  signal?: AbortSignal,
): Promise<Record<string, ConnectMethod[]>> =>
  http.get('/api/v1/terminal/components/connect-methods/', { signal, disableFlashErrorMsg: true });

/** What a connection token is asked for. */
export type TokenRequest = {
  asset: string;
  account: string;
  protocol: string;
  connect_method: string;
  input_username?: string;
  input_secret?: string;
};

/** The part of a connection token that is used. */
export type ConnectionToken = { id: string; is_active?: boolean };

/** Asks the server for leave to connect; it refuses with `{code, detail}`. */
export const createToken = (http: Http, request: TokenRequest): Promise<ConnectionToken> =>
  http.post<ConnectionToken>('/api/v1/authentication/connection-token/', request, {
    disableFlashErrorMsg: true,
  });
