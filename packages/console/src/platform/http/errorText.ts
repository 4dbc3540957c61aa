import { HttpError } from './HttpError.ts';

/** Translates a key of the `common` namespace. */
export type Translate = (key: string, params: Record<string, unknown>) => string;

type Body = Record<string, unknown>;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts a value of an error body to text: the items of arrays and the values of objects are joined by
 * semicolons.
 */
export const messageOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(messageOf).filter(Boolean).join('; ');
  if (isObject(value)) return Object.values(value).map(messageOf).filter(Boolean).join('; ');
  return String(value);
};

/** The error text in the body of an answer, if any. */
export const bodyText = (body: unknown): string | undefined => {
  if (typeof body === 'string') return looksLikeMarkup(body) ? undefined : body || undefined;
  if (Array.isArray(body)) return messageOf(body) || undefined;
  if (!isObject(body)) return undefined;
  for (const key of ['error', 'msg', 'detail']) {
    const text = messageOf(body[key]);
    if (text) return text;
  }
  const general = body.non_field_errors;
  if (Array.isArray(general)) return general.map(messageOf).join(' ');
  return general ? messageOf(general) : undefined;
};

const looksLikeMarkup = (text: string) => /^\s*</.test(text);

const detailOf = (body: unknown): string | undefined =>
  isObject(body) && body.detail ? messageOf(body.detail) : undefined;

/** The server's own text about a failure. */
export const detailText = (error: unknown): string | undefined =>
  error instanceof HttpError ? detailOf(error.body) : undefined;

const byStatus: Record<number, (error: HttpError, t: Translate) => string> = {
  400: (error, t) => detailOf(error.body) ?? t('error.badRequest', {}),
  401: (_error, t) => t('error.loginRequired', {}),
  403: (_error, t) => t('error.forbidden', {}),
  404: (error, t) => detailOf(error.body) ?? t('error.notFound', {}),
  409: (_error, t) => t('error.conflict', {}),
  500: (_error, t) => t('error.server', {}),
};

/** Whether an error means that a part of the console could not be loaded. */
export const isUnfetched = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|Failed to fetch|Unable to preload CSS/i.test(
    error.message,
  );

/** The text about a failure for the user, in their language. */
export const errorText = (error: unknown, t: Translate): string => {
  if (isUnfetched(error)) return t('error.network', {});
  if (!(error instanceof HttpError)) return error instanceof Error ? error.message : String(error);
  if (error.reason === 'timeout') return t('error.timeout', {});
  if (error.status === 0) return t('error.network', {});
  const special = byStatus[error.status];
  if (special) return special(error, t);
  return (
    bodyText(error.body) ??
    (error.status > 500 ? t('error.server', {}) : t('error.other', { status: error.status }))
  );
};

/**
 * Field errors of a 400 answer, by field: a message or, where objects are nested, an object or list of the
 * same form.
 */
export const fieldErrorsOf = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof HttpError) || error.status !== 400 || !isObject(error.body)) return {};
  return Object.fromEntries(
    Object.entries(error.body).map(([name, value]) => [name, isObject(value) ? value : joined(value)]),
  );
};

const joined = (value: unknown) => (Array.isArray(value) && value.some(isObject) ? value : messageOf(value));
