import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onBody } from '../../../../scripts/servers/onBody.ts';

/** A request as the provider saw it. */
type OauthCall = {
  method: string;
  path: string;
  type: string;
  authorization: string;
  sent: Record<string, string>;
};

const fieldsOf = (type: string, search: string, body: string): Record<string, string> => {
  if (type.includes('json') && body) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body || search));
};

/** An OAuth 2.0 provider: sends every browser back with a code, which it exchanges once, for the browser that began. */
export const startOauthServer = async () => {
  const calls: OauthCall[] = [];
  const challenges = new Map<string, string>();
  const said = {
    /** The user info; undefined for an answer that is none. */
    info: { sub: '17', login: 'ida', name: 'Ida', contact: { mail: 'ida@corp.example' } } as
      | object
      | undefined,
    /** Replaces the answer of the token endpoint. */
    refusal: undefined as { status: number; body: object } | undefined,
  };
  const issue = (challenge: string): string => {
    const code = `code-${challenges.size + 1}`;
    challenges.set(code, challenge);
    return code;
  };
  const exchange = ({ code = '', code_verifier = '' }: Record<string, string>) => {
    const challenge = challenges.get(code);
    challenges.delete(code);
    const isRight = challenge === createHash('sha256').update(code_verifier).digest('base64url');
    if (said.refusal) return said.refusal;
    return isRight
      ? { status: 200, body: { access_token: 'token-of-ida', token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant', error_description: 'unknown code' } };
  };
  const server = createServer((request, response) => {
    onBody(request, (bytes) => {
      const url = new URL(request.url ?? '/', 'http://provider.invalid');
      const type = String(request.headers['content-type'] ?? '');
      const sent = fieldsOf(type, url.search, bytes.toString());
      const authorization = String(request.headers.authorization ?? '');
      calls.push({ method: request.method ?? '', path: url.pathname, type, authorization, sent });
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url.pathname === '/authorize') {
        const back = new URL(sent.redirect_uri ?? '');
        back.searchParams.set('code', issue(sent.code_challenge ?? ''));
        back.searchParams.set('state', sent.state ?? '');
        return response.writeHead(302, { location: back.href }).end();
      }
      if (url.pathname === '/token') {
        const { status, body } = exchange(sent);
        return json(status, body);
      }
      if (url.pathname === '/userinfo' && authorization === 'Bearer token-of-ida' && said.info)
        return json(200, said.info);
      if (url.pathname === '/logout') return response.end('signed out');
      return json(401, { error: 'invalid_token' });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    said,
    issue,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
