import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Sends requests as a component does: signed with its access key, now or at the given `date`. */
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
