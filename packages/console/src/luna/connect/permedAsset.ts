import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import type { Http } from '../../platform/http/http.ts';

type Wire = AnswerOf<Calls['GET /api/v1/perms/users/:user/assets/:asset/']>;
type Choice = { value: string; label: string };

/** An account the user may use on an asset; `alias` names it when connecting. */
export type PermedAccount = Omit<
  Wire['permed_accounts'][number],
  'from_login' | 'privileged' | 'checkout'
> & {
  from_login?: boolean;
  privileged?: boolean;
  checkout?: Wire['permed_accounts'][number]['checkout'];
};

/** An asset with what the user may do on it. */
export type PermedAsset = Pick<Wire, 'id' | 'name' | 'address' | 'comment' | 'is_active' | 'org_id'> & {
  category?: Choice;
  type?: Choice;
  permed_protocols: Pick<Wire['permed_protocols'][number], 'name' | 'port'>[];
  permed_accounts: PermedAccount[];
};

/**
 * Loads an asset with its permitted accounts and protocols; `oid` is its organization, which may not be the
 * current one.
 */
export const loadPermedAsset = (
  http: Http,
  id: string,
  options: { oid?: string | undefined; signal?: AbortSignal } = {},
): Promise<PermedAsset> =>
  http.call('GET /api/v1/perms/users/:user/assets/:asset/', {
    params: { user: 'self', asset: id },
    ...options,
    disableFlashErrorMsg: true,
  });

type Method = AnswerOf<Calls['GET /api/v1/terminal/components/connect-methods/']>[string][number];

/** A way to open a protocol. */
export type ConnectMethod = Omit<Method, 'endpoint_protocol'> & { disabled?: boolean };

/** Request for a connection token. */
export type TokenRequest = {
  asset: string;
  account: string;
  protocol: string;
  connect_method: string;
  input_username?: string;
  input_secret?: string;
};

/** The part of a connection token that is used. */
export type ConnectionToken = Pick<RowOf<typeof connectiontoken>, 'id'> &
  Partial<Pick<RowOf<typeof connectiontoken>, 'is_active' | 'from_ticket' | 'from_ticket_info'>>;

/**
 * Creates a connection token; a refusal by the server has the form `{code, detail}`. Where a rule wants a reviewer,
 * `asksReviewer` opens a ticket for which the token waits.
 */
export const createToken = (
  http: Http,
  request: TokenRequest,
  { asksReviewer = false } = {},
): Promise<ConnectionToken> =>
  http.create<typeof connectiontoken>('/api/v1/authentication/connection-token/', request, {
    disableFlashErrorMsg: true,
    ...(asksReviewer && { params: { create_ticket: 1 } }),
  });
