import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { MetaType } from '../wire/options.ts';
import type { FormSpec } from './defineForm.ts';
import type { Media } from './media.ts';

/**
 * How a user must have confirmed their identity: by signing in again, with the password or with a second
 * factor.
 */
export type ConfirmLevel = 'relogin' | 'password' | 'mfa';

/** HTTP method of a call. */
export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Method and path of a call, which together are its name: `POST /api/v1/users/users/invite/`. */
export type CallAddress = `${CallMethod} /${string}`;

/**
 * What OPTIONS says about a GET: rows of a resource, columns of its own, or the fields of a form. `also` names
 * further methods whose fields it tells.
 */
export type ShownSpec = (
  | {
      readonly rows: string;
      readonly fields?: readonly string[];
      /** Columns as clients of the protocol expect them: with another type, or only mentioned. */
      readonly mentions?: { readonly [name: string]: MetaType };
    }
  | {
      readonly columns: { readonly [name: string]: MetaType };
      /** Columns told as required of a request. */
      readonly asked?: readonly string[];
    }
  | { readonly form: FormSpec }
  /** OPTIONS is refused, as at the reference. */
  | { readonly refused: true }
) & { readonly also?: readonly ('POST' | 'PUT' | 'PATCH')[] };

/** What a call accepts and answers, independent of its address and permission. */
export type CallShape = {
  /** Summary for the API description. */
  summary: string;
  /** Query parameters; each arrives as text. */
  query?: z.ZodObject;
  /** JSON, a form made of fields, or a body of another content type. */
  body?: z.ZodType | FormSpec | Media;
  /** Body of the usual answer; absent when it has none. */
  answer?: z.ZodType | Media;
  /** Status of the usual answer; default 200. */
  status?: 200 | 201 | 204;
  /** Answers with another status whose body is not a usual error body. */
  otherwise?: { readonly [status: number]: z.ZodType };
  /** Errors particular to this call, which the API description adds to those of every call. */
  errors?: readonly ErrorCode[];
  /** The answer holds a secret, so no cache may keep it. */
  noStore?: true;
  /** Accepts the query parameters that all lists share, such as `limit`, `search` and `order`. */
  isList?: true;
  /** Maximum size of the body in bytes, if it differs from the default. */
  bodyLimit?: number;
};

/** A call: its shape, who may make it, and on which conditions. */
export type CallSpec = CallShape & {
  /**
   * Permission codename (`app.codename`), `a|b` for either, a list for all, or `public`, `validUser`,
   * `superuser`, `serviceAccount`.
   */
  permission: string | readonly string[];
  /** Confirmation level required before it runs (412 otherwise), unless the settings waive confirmations. */
  confirm?: ConfirmLevel;
  shows?: ShownSpec;
  /** A GET with side effects; a request from a web session must contain the CSRF token. */
  changes?: true;
  /** Does not act on the requested organization, so it works even while another one stands in for that. */
  anywhere?: true;
  /** Answers every caller with the same public file, so the caller is not identified. */
  isSameForAll?: true;
  /** Its credential is none of a user's: its handler identifies the caller, who is anonymous otherwise. */
  identifiesItself?: true;
};

/** A declared call; the same handler serves all its addresses. */
export type Call = CallSpec & { addresses: readonly CallAddress[] };

type Addresses<A> = A extends readonly CallAddress[] ? A : A extends CallAddress ? readonly [A] : never;

/** Declares a call under one address or several. */
export const defineCall = <const A extends CallAddress | readonly CallAddress[], const S extends CallSpec>(
  address: A,
  spec: S,
): S & { addresses: Addresses<A> } => ({
  ...spec,
  addresses: (Array.isArray(address) ? address : [address]) as unknown as Addresses<A>,
});
