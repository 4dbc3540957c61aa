import type { z } from 'zod';
import type { InputOf, ParsedOf } from '../resource/fieldTypes.ts';
import type { Call, CallAddress, CallShape } from './defineCall.ts';
import type { FormSpec } from './defineForm.ts';
import type { Media } from './media.ts';

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

type Unwritable = { readOnly: true } | { hidden: true };
type Demanded<F, Mode> = Mode extends 'create'
  ? F extends { required: true }
    ? F extends { default: unknown }
      ? false
      : true
    : false
  : false;
type Fields<F, Mode, Needed extends boolean> = keyof {
  [N in keyof F as F[N] extends Unwritable
    ? never
    : Demanded<F[N], Mode> extends Needed
      ? N
      : never]: unknown;
};

/** Form body as a client sends it. */
export type FormBody<F, Mode> = {
  -readonly [N in Fields<F, Mode, true> & keyof F]: InputOf<F[N]>;
} & { -readonly [N in Fields<F, Mode, false> & keyof F]?: InputOf<F[N]> };

type Filled<F, Mode> = Mode extends 'create'
  ? F extends { required: true } | { default: unknown }
    ? true
    : false
  : false;

/**
 * Validated form values, as a handler gets them: with defaults in mode `create`; in mode `patch`, any may be
 * absent.
 */
export type FormValues<F, Mode> = {
  -readonly [N in keyof F as F[N] extends Unwritable
    ? never
    : Filled<F[N], Mode> extends true
      ? N
      : never]: ParsedOf<F[N]>;
} & {
  -readonly [N in keyof F as F[N] extends Unwritable
    ? never
    : Filled<F[N], Mode> extends true
      ? never
      : N]?: ParsedOf<F[N]>;
};

/** Validated body of a call, as its handler gets it. */
export type BodyOf<C> = C extends { body: infer B }
  ? B extends FormSpec<infer F, infer Mode>
    ? FormValues<F, Mode>
    : B extends z.ZodType
      ? z.output<B>
      : B extends { inputs: infer I extends z.ZodObject }
        ? z.output<I>
        : undefined
  : undefined;

/** Body of a call, as a client sends it. */
export type SentBody<C> = C extends { body: infer B }
  ? B extends FormSpec<infer F, infer Mode>
    ? FormBody<F, Mode>
    : B extends z.ZodType
      ? z.input<B>
      : B extends Media
        ? FormData | URLSearchParams
        : undefined
  : undefined;

/** Answer of a call, as a client gets it. */
export type AnswerOf<C> = C extends { answer: infer A }
  ? A extends z.ZodType
    ? z.output<A>
    : never
  : undefined;

/** Answer of a call, as its handler returns it. */
export type AnswerInput<C> = C extends { answer: infer A }
  ? A extends z.ZodType
    ? z.input<A>
    : never
  : undefined;

type IsRequired<T> = undefined extends T ? false : Record<never, never> extends T ? false : true;

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : IsRequired<T> extends true
    ? { [K in Name]: T }
    : { [K in Name]?: T };

/** A write without a body may also send an empty object. */
type EmptyBody<Address> = Address extends `${'POST' | 'PUT' | 'PATCH'} ${string}`
  ? { body?: Record<string, never> }
  : unknown;

type SentQuery<C> = C extends { query: infer Q extends z.ZodType }
  ? Part<'query', z.input<Q>>
  : C extends { isList: true }
    ? { query?: Record<string, unknown> }
    : unknown;

/** What a client passes to a call: path parameters, query and body, where the call has them. */
export type CallRequest<C extends CallShape, Address extends CallAddress> = ([ParamNames<Address>] extends [
  never,
]
  ? unknown
  : { params: ParamsOf<Address> }) &
  SentQuery<C> &
  (C extends { body: unknown } ? Part<'body', SentBody<C>> : EmptyBody<Address>);
