import type { AnswerInput, BodyOf, ParamsOf, QueryOf } from '@gatehouse/contract/call/callTypes.ts';
import type {
  Call,
  CallAddress,
  CallMethod,
  CallShape,
  ShownSpec,
} from '@gatehouse/contract/call/defineCall.ts';
import type { FormMode, FormSpec } from '@gatehouse/contract/call/defineForm.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { formOfSpec, readForm } from '../form.ts';
import { type Answer, addRoute, type HttpPorts, queryOf, type Route, type Shown } from '../http.ts';
import { isValues } from '../resource.ts';
import { columnsOf } from '../routes/describeRoutes.ts';
import { docsOf } from './docs.ts';
import { checked } from './mistakes.ts';

/** How some fields of a body are read. */
export type PartOptions = {
  /** Context of the organization whose rows the fields may refer to; default: the caller's. */
  inside?: Context;
  /** What happens to absent fields; default: the mode of the form. */
  mode?: FormMode;
};

/** Validates some fields of a body made of fields; an absent body counts as empty. */
export type PartReader<C extends CallShape> = <const Name extends keyof BodyOf<C> & string>(
  names: readonly Name[],
  options?: PartOptions,
) => Promise<Pick<BodyOf<C>, Name>>;

/** Input of a call's handler. */
export type CallInput<C extends CallShape, Address extends string = string> = {
  ctx: Context;
  params: ParamsOf<Address>;
  query: QueryOf<C>;
  /** Validates the body on demand, so that a handler may first look up what the path names. */
  body(): Promise<BodyOf<C>>;
  /** Validates the body in parts, where the value of one field decides how others are read. */
  part: PartReader<C>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** An answer with more than a body: headers, another status, a stream. */
export class WholeAnswer {
  readonly answer: Answer;
  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Wraps an answer over which the handler has full control. */
export const whole = (answer: Answer): WholeAnswer => new WholeAnswer(answer);

/** What the handler of a call returns; where the call declares no answer, this may be nothing. */
export type Handled<C extends CallShape> =
  | Promise<AnswerInput<C> | WholeAnswer>
  | (C extends { answer: unknown } ? never : Promise<void>);

/** Handles a call: reads its validated input and returns the answer. */
export type CallHandler<C extends CallShape, Address extends string = string> = (
  input: CallInput<C, Address>,
) => Handled<C>;

/** How a handler runs. */
export type CallOptions = Pick<Route, 'noTransaction'>;

const firstValues = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].reverse());

/** A body that is not an object counts as empty, so that the message names the first missing field. */
const asObject = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

const readBody = async (shape: CallShape, input: unknown, ctx: Context): Promise<unknown> => {
  const { body } = shape;
  if (!body) return undefined;
  if ('media' in body) return body.inputs && checked(body.inputs, asObject(input));
  if (body instanceof z.ZodType) return checked(body, body instanceof z.ZodObject ? asObject(input) : input);
  return readSpec(body, input, ctx);
};

const readSpec = (spec: FormSpec, input: unknown, ctx: Context, mode: FormMode = spec.mode) => {
  const absent = Object.fromEntries((spec.nullWhenAbsent ?? []).map((name) => [name, null]));
  return readForm(formOfSpec(spec), isValues(input) ? { ...absent, ...input } : input, mode, ctx);
};

/** Reads, part by part, a body made of fields. */
export const partsIn =
  <C extends CallShape>({ body }: C, input: unknown, ctx: Context): PartReader<C> =>
  async (names, { inside = ctx, mode } = {}) => {
    if (!body || body instanceof z.ZodType || 'media' in body) throw new Error('not a body made of fields');
    const wanted: ReadonlySet<string> = new Set(names);
    const fields = Object.fromEntries(Object.entries(body.fields).filter(([name]) => wanted.has(name)));
    const nullWhenAbsent = body.nullWhenAbsent?.filter((name) => wanted.has(name));
    return (await readSpec({ ...body, fields, nullWhenAbsent }, input ?? {}, inside, mode)) as never;
  };

/** A string or null is sent as JSON, like every other answer. */
const jsonAnswer = (body: unknown): Answer =>
  typeof body === 'string' || body === null
    ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }
    : { body };

/**
 * The handler of a route that serves a call, or a declared action, which is a call at the address of its
 * resource.
 */
export const handlerOf =
  <C extends CallShape, Address extends string>(
    shape: C,
    handle: CallHandler<C, Address>,
    ports: Pick<HttpPorts, 'answered'> = {},
  ): Route['handle'] =>
  async (ctx, request, reply) => {
    let isRead = shape.body === undefined || ('media' in shape.body && !shape.body.inputs);
    const answer = await handle({
      ctx,
      params: request.params as ParamsOf<Address>,
      query: (shape.query ? checked(shape.query, firstValues(queryOf(request))) : {}) as QueryOf<C>,
      body: () => {
        isRead = true;
        return readBody(shape, request.body, ctx) as Promise<BodyOf<C>>;
      },
      part: (names, options) => {
        isRead = true;
        return partsIn(shape, request.body, ctx)(names, options);
      },
      request,
      reply,
    });
    const raw = answer instanceof WholeAnswer ? answer.answer : jsonAnswer(answer);
    const usual = shape.status ?? 200;
    const status = raw.status ?? usual;
    const isSecret = shape.noStore && status === usual;
    const found: Answer = {
      ...raw,
      status,
      ...(isSecret && { headers: { 'cache-control': 'no-store', ...raw.headers } }),
    };
    const wireBody = answer instanceof WholeAnswer ? found.body : answer;
    ports.answered?.(shape, {
      address: `${request.method} ${request.routeOptions.url}`,
      status,
      body: wireBody,
      isRead,
    });
    return found;
  };

/** Converts a declaration of what a GET shows to the form that routes use. */
export const shownOf = (shows: ShownSpec | undefined): Shown | undefined => {
  if (!shows) return undefined;
  const { also } = shows;
  if ('refused' in shows) return shows;
  if ('columns' in shows) return { ...columnsOf(shows.columns, shows.asked), also };
  return 'form' in shows ? { form: formOfSpec(shows.form), also } : shows;
};

/** Method and path of an address. */
export const partsOf = (address: CallAddress): { method: CallMethod; url: string } => {
  const [method, url] = address.split(' ') as [CallMethod, string];
  return { method, url };
};

/** Path of a call with one address. */
export const urlOf = ({ addresses: [address] }: Pick<Call, 'addresses'>): string =>
  address ? partsOf(address).url : '';

/** Serves a declared call under all its addresses. */
export const bind = <const C extends Call>(
  ports: HttpPorts,
  call: C,
  handle: CallHandler<C, C['addresses'][number]>,
  options: CallOptions = {},
): void => {
  const isFile = call.answer !== undefined && 'media' in call.answer;
  for (const address of call.addresses)
    addRoute(ports, {
      ...partsOf(address),
      ...options,
      need: call.permission,
      confirm: call.confirm,
      changes: call.changes,
      anywhere: call.anywhere,
      isSameForAll: call.isSameForAll,
      identifiesItself: call.identifiesItself,
      bodyLimit: call.bodyLimit,
      shows: shownOf(call.shows),
      docs: docsOf(call),
      file: isFile,
      call,
      handle: handlerOf(call, handle, ports),
    });
};

/** Serves a call whose handler controls the whole response: pages, files, redirects. */
export const bindWhole = <const C extends Call>(
  ports: HttpPorts,
  call: C,
  handle: (input: CallInput<C, C['addresses'][number]>) => Answer | Promise<Answer>,
  options?: CallOptions,
): void => bind(ports, call, async (input) => whole(await handle(input)), options);
