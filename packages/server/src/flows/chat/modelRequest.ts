import { lookup as resolveName } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '@gatehouse/contract/errors.ts';

/** How to reach a model: any service with OpenAI's protocol. */
export type ModelEndpoint = { baseUrl: string; key: string; proxy: string; model: string };

const usualBase = 'https://api.openai.com/v1';

/** Maximum wait for the start of an answer, in milliseconds. */
const firstAnswerMs = 60_000;

/** Addresses that serve only this host or its link, such as those of cloud metadata services. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

const isRefused = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return linkLocal.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
};

const unreachable = (cause?: unknown) => new AppError('error', {}, { messageKey: 'chat_unreachable', cause });

/** Resolves names as usual, but rejects the addresses above. */
const guardedLookup: LookupFunction = (hostname, options, done) =>
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found ?? []).filter(({ address }) => !isRefused(address));
    const [first] = addresses;
    if (error || !first) return done(error ?? new Error(`${hostname} is not to be asked`), '', 4);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });

const urlOf = ({ baseUrl }: ModelEndpoint): URL => {
  const base = (baseUrl || usualBase).replace(/\/+$/, '');
  if (!URL.canParse(base)) throw unreachable();
  const url = new URL(`${base}/chat/completions`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isRefused(host)) throw unreachable();
  return url;
};

const agentOf = (isTls: boolean, proxy: string) => {
  const proxyEnv = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } : undefined;
  return isTls ? new https.Agent({ proxyEnv }) : new http.Agent({ proxyEnv });
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
export const requestModel = (
  endpoint: ModelEndpoint,
  body: object,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const url = urlOf(endpoint);
  const isTls = url.protocol === 'https:';
  const payload = Buffer.from(JSON.stringify({ model: endpoint.model, ...body }));
  const deadline = AbortSignal.timeout(firstAnswerMs);
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(url, {
      method: 'POST',
      agent: agentOf(isTls, endpoint.proxy),
      signal,
      ...(!endpoint.proxy && { lookup: guardedLookup }),
      headers: {
        'content-type': 'application/json',
        'content-length': payload.length,
        accept: 'text/event-stream, application/json',
        ...(endpoint.key && { authorization: `Bearer ${endpoint.key}` }),
      },
    });
    const late = () => request.destroy(new AppError('error', {}, { messageKey: 'chat_timed_out' }));
    deadline.addEventListener('abort', late);
    const settle = () => deadline.removeEventListener('abort', late);
    request.on('response', (response) => {
      settle();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return resolve(response);
      response.resume();
      reject(refusalOf(status));
    });
    request.on('error', (error) => {
      settle();
      reject(error instanceof AppError || signal.aborted ? error : unreachable(error));
    });
    request.end(payload);
  });
};
