import type { IncomingMessage } from 'node:http';
import { AppError } from '@gatehouse/contract/errors.ts';
import { outgoing } from '../../platform/outgoing/outgoing.ts';

/** How to reach a model: any service with OpenAI's protocol. */
export type ModelEndpoint = { baseUrl: string; key: string; proxy: string; model: string };

const usualBase = 'https://api.openai.com/v1';

/** Maximum wait for the start of an answer, in milliseconds. */
const firstAnswerMs = 60_000;

const unreachable = (cause?: unknown) => new AppError('error', {}, { messageKey: 'chat_unreachable', cause });

const urlOf = ({ baseUrl }: ModelEndpoint): URL => {
  const base = (baseUrl || usualBase).replace(/\/+$/, '');
  if (!URL.canParse(base)) throw unreachable();
  return new URL(`${base}/chat/completions`);
};

/** A refusal in our own words: the service's text may contain what users must not see. */
const refusalOf = (status: number): AppError => {
  const known: Readonly<Record<number, string>> = {
    401: 'chat_key_refused',
    403: 'chat_key_refused',
    404: 'chat_model_unknown',
    429: 'chat_model_busy',
  };
  return new AppError('error', { status }, { messageKey: known[status] ?? 'chat_refused' });
};

/**
 * Sends a request to the model; resolves with a successful answer. Redirects are refused, as they would pass
 * on the key.
 */
export const requestModel = async (
  endpoint: ModelEndpoint,
  body: object,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const payload = Buffer.from(JSON.stringify({ model: endpoint.model, ...body }));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), firstAnswerMs);
  const request = outgoing.request(urlOf(endpoint), {
    method: 'POST',
    body: payload,
    proxy: endpoint.proxy,
    signal: AbortSignal.any([signal, late.signal]),
    headers: {
      'content-type': 'application/json',
      'content-length': payload.length,
      accept: 'text/event-stream, application/json',
      ...(endpoint.key && { authorization: `Bearer ${endpoint.key}` }),
    },
  });
  try {
    const response = await request;
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    response.resume();
    throw refusalOf(status);
  } catch (error) {
    if (late.signal.aborted) throw new AppError('error', {}, { messageKey: 'chat_timed_out' });
    throw error instanceof AppError || signal.aborted ? error : unreachable(error);
  } finally {
    clearTimeout(timer);
  }
};
