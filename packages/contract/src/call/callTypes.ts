import type { z } from 'zod';
import type { FieldKind, FieldSpec } from '../resource/fields.ts';
import type { Call, CallAddress, CallShape } from './defineCall.ts';
import type { FormSpec } from './defineForm.ts';

/** The calls a module of `calls/` exports, by address. */
export type CallsOf<Module> = {
  [K in keyof Module as Module[K] extends Call ? Module[K]['addresses'][number] : never]: Module[K];
};

type ParamNames<Path extends string> = Path extends `${infer Step}/${infer Rest}`
  ? ParamNames<Step> | ParamNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Values of the `:name` steps of an address. */
export type ParamsOf<Address extends string> = { [Name in ParamNames<Address>]: string };

/** Parsed query of a call. */
export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : unknown;

type SentKinds = {
  text: string | null;
  integer: number | null;
  float: number | null;
  boolean: boolean;
  choice: string | number | boolean | null | { value: string | number | boolean };
  list: readonly string[];
  secret: string;
  phone: { code: string; phone: string | number } | null;
  bits: readonly unknown[];
};
type SentBy<F extends FieldSpec> = F['kind'] extends keyof SentKinds ? SentKinds[F['kind']] : unknown;

type FormFields<F> = {
  [N in keyof F as F[N] extends { readOnly: true } ? never : N]: F[N];
};

/** What a client sends for a form; which fields are required, the server tells. */
export type FormBody<F> = {
  [N in keyof FormFields<F>]?: F[N] extends { kind: infer K extends FieldKind }
    ? SentBy<Extract<FieldSpec, { kind: K }>>
    : never;
};

/** What a handler gets of a form; checked values, not yet typed by kind. */
export type FormValues<F> = { [N in keyof FormFields<F>]?: unknown };

/** Checked body of a call, as its handler gets it. */
export type BodyOf<C> = C extends { body: infer B }
  ? B extends FormSpec<infer F>
    ? FormValues<F>
    : B extends z.ZodType
      ? z.output<B>
      : undefined
  : undefined;

/** Body of a call, as a client sends it. */
export type SentBody<C> = C extends { body: infer B }
  ? B extends FormSpec<infer F>
    ? FormBody<F>
    : B extends z.ZodType
      ? z.input<B>
      : undefined
  : undefined;

/** Answer of a call, as a client gets it. */
export type AnswerOf<C> = C extends { answer: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : never
  : undefined;

/** Answer of a call, as its handler gives it. */
export type GivenAnswer<C> = C extends { answer: infer A }
  ? A extends z.ZodType
    ? z.input<A>
    : never
  : undefined;

type IsRequired<T> = undefined extends T ? false : object extends T ? false : true;

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : IsRequired<T> extends true
    ? { [K in Name]: T }
    : { [K in Name]?: T };

type SentQuery<C> = C extends { query: infer Q extends z.ZodType }
  ? Part<'query', z.input<Q>>
  : C extends { isList: true }
    ? { query?: Record<string, unknown> }
    : unknown;

/** What a client says to make a call: params of its path, query and body, as far as the call has them. */
export type CallRequest<C extends CallShape, Address extends CallAddress> = ([ParamNames<Address>] extends [
  never,
]
  ? unknown
  : { params: ParamsOf<Address> }) &
  SentQuery<C> &
  Part<'body', SentBody<C>>;
