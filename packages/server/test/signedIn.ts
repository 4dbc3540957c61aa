import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { compose } from '../src/app/compose.ts';
import { createPasswords } from '../src/platform/crypto/password.ts';
import { openPool } from '../src/platform/database.ts';
import type { Notices } from '../src/platform/notices.ts';
import { silentNotices, testConfig } from './config.ts';
import { freshDatabase } from './database.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { storeLicence } from './licence.ts';
import { hollow, lend } from './servers/hollow.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** The parts of an answer that tests check. */
export type Seen = {
  status: number;
  json: never;
  text: string;
  location: string;
  raw: LightMyRequestResponse;
};

const seen = (raw: LightMyRequestResponse): Seen => ({
  status: raw.statusCode,
  json: (String(raw.headers['content-type']).includes('json') && raw.body ? raw.json() : undefined) as never,
  text: raw.body,
  location: String(raw.headers.location ?? ''),
  raw,
});

const agent = 'Mozilla/5.0 (tests)';

/** Keeps cookies and sends the CSRF header, like a browser with the console. */
export const createBrowser = (server: { app: FastifyInstance }, address = '10.1.1.1') => {
  const cookies = new Map<string, string>();
  const send = async (method: Method, url: string, more: Partial<InjectOptions> = {}): Promise<Seen> => {
    const csrf = cookies.get('jms_csrftoken');
    const raw = await server.app.inject({
      method,
      url,
      remoteAddress: address,
      ...more,
      headers: {
        'user-agent': agent,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrf ? { 'x-csrftoken': csrf } : {}),
        ...more.headers,
      },
    });
    for (const { name, value, maxAge } of raw.cookies as { name: string; value: string; maxAge?: number }[])
      if (value === '' || maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    return seen(raw);
  };
  const body = (method: Method) => (url: string, payload?: object, headers?: Record<string, string>) =>
    send(method, url, { ...(payload === undefined ? {} : { payload }), ...(headers ? { headers } : {}) });
  const form = (url: string, fields: Record<string, string>) =>
    send('POST', url, {
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  /** Value of a hidden field of a page. */
  const hidden = (page: Seen, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
  const signIn = async (username: string, password: string, fields: Record<string, string> = {}) => {
    const page = await send('GET', '/core/auth/login/');
    return form('/core/auth/login/', {
      csrf_token: hidden(page, 'csrf_token'),
      username,
      password,
      auto_login: '1',
      ...fields,
    });
  };
  /** Signs out by the page that asks, as a user does. */
  const signOut = async (next = '') => {
    const page = await send('GET', `/core/auth/logout/?next=${encodeURIComponent(next)}`);
    return form('/core/auth/logout/', {
      csrf_token: hidden(page, 'csrf_token'),
      next: hidden(page, 'next'),
    });
  };
  return {
    cookies,
    send,
    form,
    hidden,
    signIn,
    signOut,
    get: body('GET'),
    post: body('POST'),
    put: body('PUT'),
    patch: body('PATCH'),
    delete: body('DELETE'),
    options: body('OPTIONS'),
  };
};

/** A browser in a test. */
export type Browser = ReturnType<typeof createBrowser>;

/** Password of `admin` in tests that are not about the first sign-in. */
export const adminPassword = 'Known-password-1';

/** A whole server, composed as in production, over a fresh database. */
export const startServer = async (
  environment: NodeJS.ProcessEnv = {},
  options: { notices?: (url: string) => Notices; licensed?: boolean } = {},
) => {
  const { url, drop } = await freshDatabase();
  const config = testConfig(url, environment);
  const pool = openPool(url, 4);
  if (options.licensed !== false) await storeLicence(pool);
  const output: string[] = [];
  const running = await compose({
    pool,
    config,
    notices: options.notices?.(url) ?? silentNotices,
    tell: (line) => void output.push(line),
    logger: process.env.TEST_LOG ? { level: 'error' } : false,
    answered: judgeAnswer,
  });
  const hash = await createPasswords().hash(adminPassword);
  /** Gives `admin` a known password, as if changed by the user. */
  const settleAdmin = () =>
    pool.query(
      "update users_user set password_hash = $1, need_update_password = false, date_password_last_updated = now() where username = 'admin'",
      [hash],
    );
  /** A signed-in browser. */
  const browserOf = async (username: string, password: string, address?: string): Promise<Browser> => {
    const browser = createBrowser(running, address);
    const answer = await browser.signIn(username, password);
    if (answer.status !== 303 || !browser.cookies.has('jms_sessionid'))
      throw new Error(`${username} could not sign in: ${answer.status}`);
    return browser;
  };
  const admin = async (): Promise<Browser> => {
    await settleAdmin();
    return browserOf('admin', adminPassword);
  };
  const stop = async () => {
    await running.app.close();
    await pool.end();
    await drop();
    hollow(running.services, running, server);
  };
  const server = {
    ...running,
    app: lend(running),
    pool,
    config,
    output,
    settleAdmin,
    admin,
    browserOf,
    browser: (address?: string) => createBrowser(running, address),
    stop,
  };
  return server;
};
