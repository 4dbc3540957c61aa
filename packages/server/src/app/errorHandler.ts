import {
  AppError,
  type ErrorCode,
  errorCodes,
  type FieldErrors,
  type Message,
  ValidationError,
} from '@gatehouse/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { lookOf } from '../flows/appearance/look.ts';
import type { PageFrame } from '../flows/signIn/page/layout.ts';
import { notFoundPage } from '../flows/signIn/page/notFoundPage.ts';
import { hereOf } from '../flows/signIn/page/pageRequest.ts';
import { brokeReference, gaveWay, wasCutOff } from '../platform/database.ts';
import { type Language, type Lookup, languageOf } from '../platform/i18n.ts';
import { outageOf, retryAfter } from '../platform/outage.ts';
import type { Settings } from '../platform/settings.ts';

type Tree = Message | FieldErrors | Tree[];

const isMessage = (node: Tree): node is Message =>
  !Array.isArray(node) &&
  typeof (node as Message).key === 'string' &&
  !Array.isArray((node as { key: unknown }).key);

/** Translates all messages and keeps their structure, so that a form finds each text under its field. */
const translate = (node: Tree, text: (message: Message) => string): unknown => {
  if (Array.isArray(node)) return node.map((child) => translate(child, text));
  if (isMessage(node)) return text(node);
  return Object.fromEntries(
    Object.entries(node).map(([field, inner]) => [field, translate(inner as Tree, text)]),
  );
};

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'parse_error',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'parse_error',
  FST_REQ_FILE_TOO_LARGE: 'file_content_overflowed',
  FST_ERR_VALIDATION: 'parse_error',
};

const statusCodes: Record<number, ErrorCode> = {
  400: 'parse_error',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'throttled',
};

/**
 * SQLSTATE class 22: a value that the column or comparison cannot take (a NUL, a number out of range); the
 * sender's mistake.
 */
const isUnusableValue = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22');

const asAppError = (error: FastifyError | Error): AppError | undefined => {
  if (error instanceof AppError) return error;
  if (error instanceof SyntaxError && 'statusCode' in error) return new AppError('parse_error');
  const outage = outageOf(error);
  if (outage) return new AppError(outage, { seconds: retryAfter[outage] }, { cause: error });
  if (wasCutOff(error)) return new AppError('timed_out', {}, { cause: error });
  // Another transaction was in the way, deleted a row that this one refers to, or added rows that refer to
  // one deleted here.
  if (gaveWay(error) || brokeReference(error)) return new AppError('conflict', {}, { cause: error });
  if (isUnusableValue(error)) return new AppError('invalid', {}, { cause: error });
  const code = 'code' in error ? fastifyCodes[error.code] : undefined;
  if (code) return new AppError(code);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return status !== undefined && status < 500 ? new AppError(statusCodes[status] ?? 'error') : undefined;
};

/** Language of a request that may not have been identified yet. */
const requestLanguage = (request: FastifyRequest, fallback: Language): Language =>
  request.facts?.language ??
  languageOf(request.cookies?.django_language, request.headers['accept-language'], fallback);

/**
 * An error as logged. Query errors quote their parameters, which may be secrets: the database's own message
 * replaces theirs, and the detail is left out.
 */
export const loggable = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('params' in error)) return error;
  const { message, code, detail, table, column } = (error.cause ?? {}) as Record<string, unknown>;
  return {
    type: 'QueryError',
    message,
    code,
    table,
    column,
    has_detail: detail !== undefined,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
};

/** Whether work was abandoned because its client is gone: nothing to answer, nothing to log. */
const isGone = (error: Error, reply: FastifyReply): boolean =>
  error.name === 'AbortError' && reply.raw.destroyed;

/** Answers errors in the form of the protocol (reference §11); internals stay in the log. */
export const createErrorHandler =
  (lookup: Lookup, fallback: Language) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const language = requestLanguage(request, fallback);
    const text = ({ key, params }: Message) => lookup(language, `errors.${key}`, params) ?? key;
    if (error instanceof ValidationError)
      return reply.status(400).send(translate(error.fields as Tree, text));
    if (isGone(error, reply)) return reply.status(499).send();
    const known = asAppError(error);
    if (!known || errorCodes[known.code] === 500) {
      request.log.error({ err: loggable(known?.cause ?? error) }, 'unexpected failure');
      return reply.status(500).send({
        error: text({ key: 'unexpect_error' }),
        detail: text({ key: 'unexpect_error' }),
        code: 'unexpect_error',
        request_id: request.id,
      });
    }
    if (known.cause) request.log.warn({ err: loggable(known.cause) }, known.code);
    const status = errorCodes[known.code];
    if (known.code === 'bulk_delete_refused') return reply.status(400).send();
    if (known.params.seconds !== undefined && (status === 429 || status === 503))
      reply.header('Retry-After', String(known.params.seconds));
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
    return reply.status(status).send({
      detail: text({ key: known.messageKey, params: known.params }),
      code: known.code,
      ...known.extra,
    });
  };

/** Whether the API serves the path of an unmatched request, so that only its method is wrong. */
const servesOtherMethod = (request: FastifyRequest): boolean => {
  const steps = request.url.replace(/\?.*$/, '').replace(/\/$/, '').split('/');
  return request.server.servedRoutes.some(({ url }) => {
    const pattern = url.replace(/\/$/, '').split('/');
    return (
      pattern[1] === 'api' &&
      pattern.length === steps.length &&
      pattern.every((step, at) => step === steps[at] || (step.startsWith(':') && steps[at] !== ''))
    );
  });
};

/** Programs call the API, or send or accept JSON; everything else is a browser with a user. */
const isProgram = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/api/') ||
  [headers['content-type'], headers.accept].some((types) => types?.includes('application/json'));

const shownNotFound = (request: FastifyRequest, { lookup, fallback, settings }: NotFoundDeps): string => {
  const language = requestLanguage(request, fallback);
  const t: PageFrame['t'] = (key, params) => lookup(language, `signIn.${key}`, params) ?? key;
  const frame = { language, look: lookOf(settings), here: hereOf(request), title: t('not_found_title'), t };
  return notFoundPage(frame);
};

type NotFoundDeps = { lookup: Lookup; fallback: Language; settings: Pick<Settings, 'get'> };

/** Answer for an unknown path or method: JSON for programs, a page for users. */
export const createNotFound = (deps: NotFoundDeps) => (request: FastifyRequest, reply: FastifyReply) => {
  const { lookup, fallback } = deps;
  const code = servesOtherMethod(request) ? 'method_not_allowed' : 'not_found';
  if (!isProgram(request))
    return reply
      .status(404)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(shownNotFound(request, deps));
  return reply.status(errorCodes[code]).send({
    ...(code === 'not_found' && { error: 'Not found' }),
    detail: lookup(requestLanguage(request, fallback), `errors.${code}`) ?? code,
    code,
  });
};
