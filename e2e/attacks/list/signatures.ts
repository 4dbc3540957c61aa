import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { DATE_SIGNATURE, FULL_SIGNATURE, NONCE_HEADER } from '@gatehouse/contract/wire/signature.ts';
import { type Attack, judge, type Target } from '../attack.ts';

type Key = { id: string; secret: string };
type Request = { method: string; path: string; body: string; headers: Record<string, string> };

const keys = '/api/v1/authentication/access-keys/';
const path = '/api/v1/users/profile/';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toUTCString();

/** A request signed over these headers, as a component or a program with a key signs it. */
const signed = (
  key: Key,
  names: readonly string[],
  { method = 'GET', body = '', date = minutesAgo(0) } = {},
): Request => {
  const covered: Record<string, string> = {
    '(request-target)': `${method.toLowerCase()} ${path}`,
    date,
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
    [NONCE_HEADER]: randomUUID(),
  };
  const text = names.map((name) => `${name}: ${covered[name]}`).join('\n');
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`;
  const { '(request-target)': _target, ...headers } = covered;
  return { method, path, body, headers: { ...headers, authorization } };
};

const statusOf = async ({ url }: Target, { method, path: at, body, headers }: Request): Promise<number> => {
  const type = { 'content-type': 'application/json' };
  const sent = body === '' ? {} : { body };
  const answer = await fetch(`${url}${at}`, { method, headers: { ...type, ...headers }, ...sent });
  await answer.text();
  return answer.status;
};

/** Requests that an attacker could build from traffic they have read; the server must refuse all of them. */
const forgeries = (key: Key): Record<string, Request> => {
  const full = () => signed(key, FULL_SIGNATURE);
  const change = signed(key, FULL_SIGNATURE, { method: 'PATCH', body: '{"comment":"signed"}' });
  const { authorization = '' } = full().headers;
  const withHeader = (name: string, value: string): Request => {
    const request = full();
    return { ...request, headers: { ...request.headers, [name]: value } };
  };
  return {
    'another path': { ...full(), path: '/api/v1/users/users/' },
    'another query': { ...full(), path: `${path}?fields_size=mini` },
    'another method': { ...full(), method: 'PUT' },
    'another body': { ...change, body: '{"comment":"forged"}' },
    'no body': { ...change, body: '' },
    'another nonce': withHeader(NONCE_HEADER, randomUUID()),
    'another date': withHeader('date', minutesAgo(1)),
    'an organization added': withHeader('x-jms-org', ROOT_ORG_ID),
    'an old request': signed(key, FULL_SIGNATURE, { date: minutesAgo(6) }),
    'an old request in the older form': signed(key, DATE_SIGNATURE, { date: minutesAgo(2) }),
    'a request from the future': signed(key, FULL_SIGNATURE, { date: minutesAgo(-6) }),
    'a signature of the date alone': signed(key, ['date']),
    'a signature without a date': signed(key, ['(request-target)', 'digest', NONCE_HEADER]),
    'a guessed secret': signed({ ...key, secret: randomUUID() }, FULL_SIGNATURE),
    'no algorithm': withHeader('authorization', authorization.replace('hmac-sha256', 'none')),
    'no signature': withHeader('authorization', authorization.replace(/signature="[^"]*"/, 'signature=""')),
  };
};

/** Signed requests are sent again, and changed on their way. */
export const signatures: Attack = {
  name: 'signatures',
  run: async (target) => {
    const { admin, password } = target;
    await admin.call('POST', '/api/v1/authentication/confirm/', {
      ...{ confirm_type: 'password', secret_key: password },
    });
    const made = await admin.call<Key>('POST', keys, {});
    if (made.status !== 201) throw new Error(`no key could be created: ${made.text}`);
    const key = made.body;
    try {
      const faults: string[] = [];
      const once = signed(key, FULL_SIGNATURE);
      const first = await statusOf(target, once);
      if (first !== 200) faults.push(`a signed request was answered with ${first}`);
      if ((await statusOf(target, once)) < 400) faults.push('a signed request was answered twice');
      const forged = Object.entries(forgeries(key));
      for (const [what, request] of forged)
        if ((await statusOf(target, request)) !== 401) faults.push(`${what} was not refused`);
      return judge(faults, `A signed request was answered once, and none of ${forged.length} changed ones.`);
    } finally {
      await admin.call('DELETE', `${keys}${key.id}/`);
    }
  },
};
