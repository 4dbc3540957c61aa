import { createHash, randomBytes } from 'node:crypto';
import type { Settings } from '../../../../platform/settings.ts';
import { askService, type ServiceAnswer, wordsOf } from '../../../notifications/sms/askService.ts';
import type { ArrivalContext, ElsewhereBackend, Refused, Sent } from '../backend.ts';

type Get = Pick<Settings, 'get'>;
type Facts = Readonly<Record<string, unknown>>;

const failed = (...words: unknown[]): Refused => ({
  refusal: { code: 'provider_failed' },
  reason: 'provider_failed',
  cause: wordsOf(...words),
});

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const beginUrl = ({ settings, callback, state }: ArrivalContext, verifier: string): string => {
  const url = new URL(settings.get('AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT'));
  const scope = settings.get('AUTH_OAUTH2_SCOPE');
  const asked = {
    response_type: 'code',
    client_id: settings.get('AUTH_OAUTH2_CLIENT_ID'),
    redirect_uri: callback,
    state,
    ...(scope && { scope }),
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
};

/** Exchanges the code for an access token, as the provider wants it. */
const exchange = (code: string, verifier: string, { settings, callback, signal }: ArrivalContext) => {
  const method = settings.get('AUTH_OAUTH2_ACCESS_TOKEN_METHOD');
  const url = new URL(settings.get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT'));
  const sent = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: settings.get('AUTH_OAUTH2_CLIENT_ID'),
    client_secret: settings.get('AUTH_OAUTH2_CLIENT_SECRET'),
    code_verifier: verifier,
  };
  const accept = { accept: 'application/json' };
  if (method === 'GET') {
    for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
    return askService(url, { method: 'GET', headers: accept, signal });
  }
  const isJson = method === 'POST_JSON';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = Buffer.from(isJson ? JSON.stringify(sent) : new URLSearchParams(sent).toString());
  return askService(url, { method: 'POST', headers: { ...accept, 'content-type': type }, body, signal });
};

/** What a provider said of a failure; its answer may hold secrets, so only these fields are told. */
const complaint = ({ status, body }: ServiceAnswer): string =>
  wordsOf(status, body?.error, body?.error_description, body?.errmsg);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** A fact by its name there; dots lead into objects. */
const factAt = (facts: Facts, path: string): unknown => {
  let at: unknown = facts;
  for (const part of path.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Facts)[part] : undefined;
  return at;
};

/** The facts of the user among all that the provider says: those beside the username. An `id` around them is another's. */
const factsBeside = (facts: Facts, path: string): Facts => {
  const around = path.split('.').slice(0, -1).join('.');
  return around ? (factAt(facts, around) as Facts) : facts;
};

const identityOf = (facts: Facts, settings: Get) => {
  const map = settings.get('AUTH_OAUTH2_USER_ATTR_MAP') as Readonly<Record<string, string>>;
  const named = (field: string) => (map[field] ? textOf(factAt(facts, map[field])) : '');
  const username = named('username');
  if (!username) return failed('the user info has no attribute', map.username, 'for the username');
  const { sub, id, user_id } = factsBeside(facts, map.username ?? '');
  // Digits are lost of a number this large, so that two users would have one subject.
  if ([sub, id, user_id].some((one) => typeof one === 'number' && !Number.isSafeInteger(one)))
    return failed('the user info has an id that is a number of more than 15 digits, not a text');
  const subject = textOf(sub) || textOf(id) || textOf(user_id) || username;
  const facts_ = { name: named('name'), email: named('email'), phone: named('phone') };
  return { identity: { source: 'oauth2' as const, subject, username, ...facts_ } };
};

const finish = async (sent: Sent, verifier: string, ctx: ArrivalContext) => {
  const { settings, signal } = ctx;
  if (sent.error) return failed('the provider refused:', sent.error, sent.error_description);
  if (!sent.code) return failed('the answer has no code');
  const tokens = await exchange(sent.code, verifier, ctx);
  const token = textOf(tokens.body?.access_token);
  if (tokens.status !== 200 || !token) return failed('the token endpoint answered', complaint(tokens));
  const info = await askService(new URL(settings.get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT')), {
    method: 'GET',
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal,
  });
  if (info.status !== 200 || !info.body) return failed('the user info endpoint answered', complaint(info));
  return identityOf(info.body, settings);
};

/** Sign-in by the authorization code of an OAuth 2.0 provider, with PKCE; its user info names the user. */
export const oauth2 = (): ElsewhereBackend => ({
  shape: 'elsewhere',
  name: 'oauth2',
  source: 'oauth2',
  isEnabled: (settings) => settings.get('AUTH_OAUTH2'),
  isLicensed: true,
  leads: true,
  newcomers: (settings) => ({ creates: true, updates: settings.get('AUTH_OAUTH2_ALWAYS_UPDATE_USER') }),
  label: (settings) => settings.get('AUTH_OAUTH2_PROVIDER'),
  patienceMs: () => 15_000,
  begin: async (ctx) => {
    const verifier = randomBytes(32).toString('base64url');
    return { url: beginUrl(ctx, verifier), memory: { verifier } };
  },
  finish: (sent, { verifier = '' }, ctx) => finish(sent, verifier, ctx),
  signOut: ({ back }, settings) => {
    const end = URL.parse(settings.get('AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT'));
    if (!end || !settings.get('AUTH_OAUTH2_LOGOUT_COMPLETELY')) return undefined;
    end.searchParams.set('client_id', settings.get('AUTH_OAUTH2_CLIENT_ID'));
    end.searchParams.set('post_logout_redirect_uri', back);
    return end.href;
  },
});
