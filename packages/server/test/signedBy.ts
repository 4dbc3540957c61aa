import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Sends requests as components of others do: signed with its access key, now or at the given `date`. */
export const signedBy = (app: FastifyInstance, key: { id: string; secret: string }) => {
  const call =
    (method: 'GET' | 'POST' | 'PATCH') =>
    async (url: string, payload?: object, more: Record<string, string> = {}) => {
      const date = more.date ?? new Date().toUTCString();
      const lines = [`(request-target): ${method.toLowerCase()} ${url}`, `date: ${date}`];
      const signature = createHmac('sha256', key.secret).update(lines.join('\n')).digest('base64');
      const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`;
      const raw = await app.inject({
        method,
        url,
        headers: { date, authorization, ...more },
        ...(payload && { payload }),
      });
      const isJson = String(raw.headers['content-type']).includes('json') && raw.body !== '';
      return { status: raw.statusCode, text: raw.body, json: (isJson ? raw.json() : undefined) as never };
    };
  return { get: call('GET'), post: call('POST'), patch: call('PATCH') };
};

type Request = {
  method: string;
  url: string;
  body?: string | Buffer;
  date?: Date;
  nonce?: string;
  /** Signed as the organization of the request. */
  org?: string;
};

/** Headers of a request signed as our components sign it: whole, and once. */
export const signedInFull = (key: { id: string; secret: string }, request: Request) => {
  const { method, url, body = '', date = new Date(), nonce = randomUUID() } = request;
  const headers = {
    date: date.toUTCString(),
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    'x-gatehouse-nonce': nonce,
    ...(request.org && { 'x-jms-org': request.org }),
  };
  const lines = Object.entries({ '(request-target)': `${method.toLowerCase()} ${url}`, ...headers });
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const names = lines.map(([name]) => name).join(' ');
  const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names}",signature="${signature}"`;
  return { ...headers, authorization };
};
