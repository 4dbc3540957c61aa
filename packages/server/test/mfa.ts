import { type Browser, type Seen, startServer } from './signedIn.ts';
import { totpCode } from './totpCode.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** Password of every user created here. */
export const password = 'Right-password-1';

export const enrol = '/core/auth/profile/otp/enable/';

/** The secret shown on a page. */
const secretOn = (page: Seen): string =>
  /id="otp_secret">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';

/** Posts a form with its CSRF token, taken from its page. */
export const postForm = async (browser: Browser, url: string, fields: Record<string, string>) => {
  const page = await browser.get(url);
  return browser.form(url, { csrf_token: browser.hidden(page, 'csrf_token'), ...fields });
};

/** Creates users, with or without an authenticator app, and acts for them. */
export const createMfaPeople = (server: Server) => {
  const addUser = async (admin: Browser, username: string, more: object = {}): Promise<string> => {
    const made = await admin.post('/api/v1/users/users/', {
      name: username,
      username,
      email: `${username}@example.com`,
      password_strategy: 'custom',
      password,
      ...more,
    });
    if (made.status !== 201) throw new Error(made.text);
    return (made.json as { id: string }).id;
  };
  const setUpCodes = new Map<string, string>();
  /** Binds an authenticator app; returns its secret. */
  const bind = async (browser: Browser): Promise<string> => {
    const secret = secretOn(await browser.get(`${enrol}bind/`));
    const otp_code = totpCode(secret);
    setUpCodes.set(secret, otp_code);
    const bound = await postForm(browser, `${enrol}bind/`, { otp_code });
    if (bound.location !== '/core/auth/login/?mfa_enabled=1') throw new Error(`not bound: ${bound.text}`);
    return secret;
  };
  /** The code with which an app was bound. */
  const setUpCode = (secret: string): string => setUpCodes.get(secret) ?? '';
  /** Returns the current code, which the server then accepts even if it was used before. */
  const nextCode = async (username: string, secret: string): Promise<string> => {
    await server.pool.query(
      'update users_user set otp_last_step = otp_last_step - 10 where username = $1 and otp_last_step is not null',
      [username],
    );
    return totpCode(secret);
  };
  /** A user with an app. */
  const addBound = async (admin: Browser, username: string, more: object = {}) => {
    const id = await addUser(admin, username, { mfa_level: 1, ...more });
    const browser = server.browser();
    await browser.signIn(username, password);
    await browser.get(`${enrol}start/`);
    return { id, secret: await bind(browser) };
  };
  /** A browser signed in with password and code. */
  const signIn = async (username: string, secret: string, address?: string): Promise<Browser> => {
    const browser = server.browser(address);
    await browser.signIn(username, password);
    const done = await postForm(browser, '/core/auth/login/mfa/', { code: await nextCode(username, secret) });
    if (done.location !== '/ui/') throw new Error(`${username} could not sign in: ${done.status}`);
    return browser;
  };
  const set = async (values: Parameters<typeof server.services.settings.set>[0]): Promise<void> => {
    await server.services.settings.set(values, server.services.db);
    await server.services.settings.reload();
  };
  /** The latest lines of a user's login log, newest first. */
  const log = async (username: string, count = 1) =>
    (
      await server.pool.query(
        'select mfa, reason, status, backend from audits_userloginlog where username like $1 order by datetime desc limit $2',
        [`%${username}%`, count],
      )
    ).rows.map(({ mfa, ...row }) => ({ ...row, mfa: Number(mfa) }));
  return { addUser, addBound, bind, setUpCode, nextCode, signIn, set, log };
};

/** A server without rate limits on sign-ins, with a maker of users and the browser of its administrator. */
export const startWithPeople = async () => {
  const server = await startServer({ GATEHOUSE_LIMIT_ACCOUNT: '0', GATEHOUSE_LIMIT_SIGN_IN: '0' });
  return { server, people: createMfaPeople(server), admin: await server.admin() };
};

export type WithPeople = Awaited<ReturnType<typeof startWithPeople>>;
