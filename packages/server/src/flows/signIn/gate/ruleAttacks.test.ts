import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentNotices } from '../../../../test/config.ts';
import { storeLicence } from '../../../../test/licence.ts';
import { createMfaPeople, password, postForm, type WithPeople } from '../../../../test/mfa.ts';
import { signedInFull } from '../../../../test/signedBy.ts';
import { type Browser, createBrowser, startServer } from '../../../../test/signedIn.ts';
import { compose } from '../../../app/compose.ts';
import { createNotices } from '../../../platform/notices.ts';
import { endRefusedAtOnce, endRefusedSignIns } from '../../accessRules/endRefusedSignIns.ts';
import { createRefusedHere } from '../../accessRules/refusedHere.ts';
import { judgeSignIn } from './rules.ts';

let server: WithPeople['server'];
let admin: WithPeople['admin'];
const reviewers: Record<string, Browser> = {};
const ids: Record<string, string> = {};
const rulesUrl = '/api/v1/acls/login-acls/';
const statusUrl = '/api/v1/authentication/login-confirm-ticket/status/';
const waitUrl = '/core/auth/login/wait-confirm/';
const guardUrl = '/core/auth/login/guard/';

beforeAll(async () => {
  server = await startServer(
    { GATEHOUSE_LIMIT_ACCOUNT: '0', GATEHOUSE_LIMIT_SIGN_IN: '0' },
    { notices: createNotices },
  );
  const people = createMfaPeople(server);
  admin = await server.admin();
  for (const name of ['boss', 'chief', 'ann', 'bob']) ids[name] = await people.addUser(admin, name);
  for (const name of ['boss', 'chief']) reviewers[name] = await server.browserOf(name, password, '10.9.9.9');
});
afterEach(async () => {
  await server.pool.query('delete from acls_loginacl');
  await inForce();
});
afterAll(() => server.stop());

/** Waits until the stored sign-in rules are in force. */
const inForce = async () => {
  const { rows } = await server.pool.query('select name || action as rule from acls_loginacl order by 1');
  await expect
    .poll(async () =>
      (await server.services.ruleBook.logins()).rules.map(({ name, action }) => name + action).toSorted(),
    )
    .toEqual(rows.map(({ rule }) => rule).toSorted());
};
const rule = async (more: object = {}) => {
  const made = await admin.post(rulesUrl, {
    name: 'ask',
    priority: 50,
    action: 'review',
    users: { type: 'ids', ids: [ids.ann, ids.bob] },
    rules: { ip_group: ['10.1.0.0/16'], time_period: [] },
    reviewers: [ids.boss, ids.chief],
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  await inForce();
  return `${rulesUrl}${(made.json as { id: string }).id}/`;
};
type State = { error?: string; data: { ticket_id: string } };
const stateFor = async (browser: Browser) => (await browser.get(statusUrl)).json as unknown as State;
const isIn = async (browser: Browser) => (await browser.get('/api/v1/users/profile/')).status === 200;
const waiting = async (username = 'ann') => {
  const browser = server.browser();
  expect((await browser.signIn(username, password)).location).toBe(waitUrl);
  return { browser, ticket: (await stateFor(browser)).data.ticket_id };
};
const decide = (ticket: string, how: 'approve' | 'reject', by = 'boss') =>
  (reviewers[by] as Browser).put(`/api/v1/tickets/apply-login-tickets/${ticket}/${how}/`, {});
const copyOf = (browser: Browser, at?: Parameters<typeof createBrowser>[0]) => {
  const copy = at ? createBrowser(at) : server.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
};

test('the waiting page shows each browser its own sign-in; other keys show none', async () => {
  await rule();
  const [ann, bob] = [await waiting(), await waiting('bob')];
  expect((await stateFor(bob.browser)).data.ticket_id).toBe(bob.ticket);
  expect(bob.ticket).not.toBe(ann.ticket);
  for (const key of [
    '',
    randomUUID(),
    ann.ticket,
    randomBytes(32).toString('base64url'),
    'x'.repeat(8_000),
  ]) {
    const stranger = copyOf(ann.browser);
    stranger.cookies.set('jms_sessionid', key);
    expect((await stranger.get(`${statusUrl}?ticket_id=${ann.ticket}`)).text).not.toContain(ann.ticket);
    expect((await stranger.get(waitUrl)).location).not.toBe('');
    await stranger.delete(statusUrl);
  }
  // Bob's approval lets in Bob only, and none of these requests ended what Ann waits for.
  expect((await decide(bob.ticket, 'approve')).status).toBe(200);
  expect((await ann.browser.get(guardUrl)).location).toBe(waitUrl);
  expect((await decide(ann.ticket, 'approve')).status).toBe(200);
  expect((await ann.browser.get(guardUrl)).location).toBe('/ui/');
});

test('the key of a sign-in that waits opens nothing else', async () => {
  await rule();
  const { browser, ticket } = await waiting();
  for (const path of [
    '/api/v1/users/profile/',
    '/api/v1/tickets/tickets/',
    `/api/v1/tickets/apply-login-tickets/${ticket}/`,
    '/api/v1/authentication/connection-token/',
  ])
    expect((await browser.get(path)).status, path).toBe(401);
  expect((await browser.put(`/api/v1/tickets/apply-login-tickets/${ticket}/approve/`, {})).status).toBe(401);
  // Without the form's own token nothing is given up.
  await browser.form(waitUrl, { csrf_token: 'x' });
  await server.browser().form(waitUrl, {});
  expect((await stateFor(browser)).error).toBe('login_confirm_wait');
});

test('a key that was used, refused or given up is worth nothing when it is sent again', async () => {
  await rule();
  const used = await waiting();
  const replayed = copyOf(used.browser);
  await decide(used.ticket, 'approve');
  expect((await used.browser.get(guardUrl)).location).toBe('/ui/');
  const refused = await waiting();
  const again = copyOf(refused.browser);
  await decide(refused.ticket, 'reject');
  await refused.browser.get(guardUrl);
  const given = await waiting();
  const kept = copyOf(given.browser);
  await postForm(given.browser, waitUrl, {});
  for (const browser of [replayed, again, kept]) {
    expect((await browser.get(guardUrl)).location).toBe('/core/auth/login/');
    expect((await stateFor(browser)).error).toBe('login_confirm_error');
    expect(await isIn(browser)).toBe(false);
  }
});

test('two reviewers at once: one decides, and the sign-in follows', async () => {
  await rule();
  for (let round = 0; round < 3; round += 1) {
    const { browser, ticket } = await waiting();
    const [yes, no] = await Promise.all([decide(ticket, 'approve'), decide(ticket, 'reject', 'chief')]);
    expect([yes.status, no.status].toSorted()).toEqual([200, 400]);
    const { location } = await browser.get(guardUrl);
    expect(location).toBe(yes.status === 200 ? '/ui/' : '/core/auth/login/?review_refused=1');
    expect(await isIn(browser)).toBe(yes.status === 200);
  }
});

test('a rule that changes while a sign-in waits counts when it goes on', async () => {
  const url = await rule();
  const { browser, ticket } = await waiting();
  await admin.patch(url, { action: 'reject', reviewers: [] });
  await inForce();
  expect((await decide(ticket, 'approve')).status).toBe(200);
  expect((await browser.get(guardUrl)).location).toBe('/core/auth/login/?acl_not_allow=1');
  await admin.patch(url, { action: 'review', reviewers: [ids.boss] });
  await inForce();
  const freed = await waiting();
  await admin.delete(url);
  await inForce();
  expect((await freed.browser.get(guardUrl)).location).toBe('/ui/');
  // Nothing waits for it any more.
  expect((await decide(freed.ticket, 'approve')).json).toMatchObject({ code: 'ticket_closed' });
});

test('a user who is disabled, or whose password changes, while a sign-in waits starts over', async () => {
  await rule();
  const first = await waiting();
  await server.pool.query('update users_user set is_active = false where id = $1', [ids.ann]);
  await decide(first.ticket, 'approve');
  expect((await first.browser.get(guardUrl)).location).toBe('/core/auth/login/');
  await server.pool.query('update users_user set is_active = true where id = $1', [ids.ann]);
  const second = await waiting('bob');
  await server.pool.query('update users_user set date_password_last_updated = now() where id = $1', [
    ids.bob,
  ]);
  await decide(second.ticket, 'approve');
  expect((await second.browser.get(guardUrl)).location).toBe('/core/auth/login/');
  expect([await isIn(first.browser), await isIn(second.browser)]).toEqual([false, false]);
});

test('a sign-in that waits outlives the server: another one shows it, closes it and lets it in', async () => {
  await rule();
  const [first, second, third] = [await waiting(), await waiting(), await waiting()];
  const after = await compose({
    pool: server.pool,
    config: server.config,
    notices: silentNotices,
    tell: () => undefined,
    logger: false,
  });
  try {
    const [kept, refused, given] = [first, second, third].map(({ browser }) => copyOf(browser, after));
    expect((await stateFor(kept as Browser)).data.ticket_id).toBe(first.ticket);
    expect((await (kept as Browser).get(waitUrl)).text).toContain('boss(boss)');
    await decide(first.ticket, 'approve');
    await decide(second.ticket, 'reject');
    expect((await (kept as Browser).get(guardUrl)).location).toBe('/ui/');
    expect((await (refused as Browser).get(guardUrl)).location).toBe('/core/auth/login/?review_refused=1');
    expect((await postForm(given as Browser, waitUrl, {})).location).toBe('/core/auth/login/');
    expect((await decide(third.ticket, 'approve')).json).toMatchObject({ code: 'ticket_closed' });
  } finally {
    await after.app.close();
  }
});

test('an approval answers the rule that asked: a sign-in under another one waits for its reviewers', async () => {
  await rule({ name: 'first', reviewers: [ids.boss] });
  const [approved, pending] = [await waiting(), await waiting('bob')];
  expect((await decide(approved.ticket, 'approve')).status).toBe(200);
  const other = await rule({ name: 'second', priority: 90, reviewers: [ids.chief] });
  for (const { browser, ticket } of [approved, pending]) {
    expect((await browser.get(guardUrl)).location).toBe(waitUrl);
    expect((await stateFor(browser)).data.ticket_id).not.toBe(ticket);
    expect(await isIn(browser)).toBe(false);
  }
  // Nothing waits for the reviewers of the first rule any more.
  expect((await decide(pending.ticket, 'approve')).json).toMatchObject({ code: 'ticket_closed' });
  const asked = (await stateFor(approved.browser)).data.ticket_id;
  expect((await decide(asked, 'approve')).status).toBe(404);
  expect((await decide(asked, 'approve', 'chief')).status).toBe(200);
  expect((await approved.browser.get(guardUrl)).location).toBe('/ui/');
  await admin.patch(other, { is_active: false });
});

test('an approval that holds for some minutes lets nobody in under another rule, nor after them', async () => {
  await rule({ name: 'first', reviewers: [ids.boss] });
  const { browser, ticket } = await waiting();
  const approval = { hold: 'minutes', hold_minutes: 60 };
  const url = `/api/v1/tickets/apply-login-tickets/${ticket}/approve/`;
  expect((await reviewers.boss?.put(url, approval))?.status).toBe(200);
  const again = server.browser();
  expect((await again.signIn('ann', password)).location).toBe('/ui/');
  const other = await rule({ name: 'second', priority: 90, reviewers: [ids.chief] });
  expect((await server.browser().signIn('ann', password)).location).toBe(waitUrl);
  await admin.delete(other);
  await inForce();
  await server.pool.query(
    "update tickets_ticket set date_hold_until = now() - interval '1 second' where id = $1",
    [ticket],
  );
  expect((await browser.get(guardUrl)).location).toBe(waitUrl);
  expect((await server.browser().signIn('ann', password)).location).toBe(waitUrl);
});

test('rules that cannot be asked about a user let nobody in, with a key or token neither', async () => {
  await rule({ action: 'reject', reviewers: [] });
  expect(await createRefusedHere(server.services)(randomUUID(), '10.1.0.1')).toBe(true);
  const gone = { id: randomUUID() };
  const origin = { remoteAddr: '10.1.0.1' } as never;
  await expect(judgeSignIn(gone, origin, server.services)).rejects.toMatchObject({
    code: 'object_does_not_exist',
  });
});

test('without a licence no reviewer can decide: a sign-in is refused at once, and users who may renew it get in', async () => {
  const licensed = async (text?: string) => {
    await storeLicence(server.pool, text);
    await server.services.settings.reload();
  };
  const tickets = async () => (await server.pool.query('select 1 from tickets_ticket')).rows.length;
  const before = await tickets();
  await rule({ users: { type: 'all' } });
  await licensed('');
  try {
    const ann = server.browser();
    const { location } = await ann.signIn('ann', password);
    expect(location).toContain('review_unlicensed=1');
    expect((await server.browser().get(location ?? '')).text).toContain('needs a licence');
    const program = await server
      .browser()
      .post('/api/v1/authentication/auth/', { username: 'ann', password });
    expect(program.json).toMatchObject({ error: 'review_unlicensed' });
    expect(await tickets()).toBe(before);
    const renews = await server.admin();
    expect(await isIn(renews)).toBe(true);
    const { rows } = await server.pool.query(
      `select text from notifications_sitemessage where "user" = $1 order by date_created desc limit 1`,
      [ids.boss],
    );
    expect(rows[0].text).toMatchObject({ key: 'rule_signed_in' });
  } finally {
    await licensed();
  }
  await waiting();
});

test('a rule that refuses ends the sessions and tokens of its users where they signed in, except of those who can change it', async () => {
  const { services } = server;
  const refuses = { action: 'reject', priority: 90, reviewers: [] };
  const tokenOf = async (username: string) => {
    const made = await server.browser().post('/api/v1/authentication/auth/', { username, password });
    return (made.json as { token: string }).token;
  };
  const opens = async (token: string) =>
    (await server.browser().get('/api/v1/users/profile/', undefined, { authorization: `Bearer ${token}` }))
      .status === 200;
  const signedIn = async (username: string, address?: string) => {
    const browser = server.browser(address);
    await browser.signIn(username, password);
    expect(await isIn(browser)).toBe(true);
    return browser;
  };
  const [ann, atHome, bob] = [
    await signedIn('ann'),
    await signedIn('ann', '192.0.2.5'),
    await signedIn('bob'),
  ];
  const [annToken, bobToken] = [await tokenOf('ann'), await tokenOf('bob')];
  const standing = async () =>
    [await isIn(ann), await isIn(atHome), await isIn(bob), await opens(annToken), await opens(bobToken)].map(
      Number,
    );
  const stop = endRefusedAtOnce(services, (error) => expect.fail(String(error)));
  try {
    const day = new Date().getDay();
    // At the time of the sign-in the rule did not apply: it is no reason to end what began then.
    const later = { ip_group: ['*'], time_period: [{ id: (day + 3) % 7, value: '00:00~24:00' }] };
    await rule({ ...refuses, name: 'later', users: { type: 'all' }, rules: later });
    await rule({ users: { type: 'all' } });
    expect([await endRefusedSignIns(services), ...(await standing())]).toEqual([0, 1, 1, 1, 1, 1]);
    await rule({ ...refuses, name: 'closed', users: { type: 'ids', ids: [ids.ann] } });
    await expect.poll(standing, { interval: 50 }).toEqual([0, 1, 1, 0, 1]);
    await rule({ ...refuses, name: 'all', users: { type: 'all' }, rules: { ip_group: ['*'] } });
    await expect.poll(standing, { interval: 50 }).toEqual([0, 0, 0, 0, 0]);
    expect(await isIn(admin)).toBe(true);
  } finally {
    stop();
  }
});

test('the page that waits is watched from its first view on, so that a browser that goes is noticed', async () => {
  await rule();
  const { browser, ticket } = await waiting();
  const lastAsked = async () =>
    (
      await server.pool.query(`select (value ->> 'at')::bigint as at from system_cache where key = $1`, [
        `ticket_waiter:${ticket}`,
      ])
    ).rows[0]?.at;
  expect(await lastAsked()).toBeUndefined();
  await browser.get(waitUrl);
  expect(Date.now() - Number(await lastAsked())).toBeLessThan(30_000);
  await server.pool.query(`update system_cache set value = '{"at":1}' where key = $1`, [
    `ticket_waiter:${ticket}`,
  ]);
  await browser.get(statusUrl);
  expect(Date.now() - Number(await lastAsked())).toBeLessThan(30_000);
});

test('a rule that rejects refuses the access keys and tokens of its users too, at the next request', async () => {
  const ann = server.browser('10.2.0.1');
  await ann.signIn('ann', password);
  await ann.post('/api/v1/authentication/confirm/', { confirm_type: 'password', secret_key: password });
  const key = (await ann.post('/api/v1/authentication/access-keys/', {})).json as {
    id: string;
    secret: string;
  };
  const issued = await server
    .browser('10.2.0.1')
    .post('/api/v1/authentication/auth/', { username: 'ann', password });
  const bearer = `Bearer ${(issued.json as { token: string }).token}`;
  const profile = '/api/v1/users/profile/';
  const signed = async (remoteAddress = '10.1.1.1') => {
    const headers = signedInFull(key, { method: 'GET', url: profile });
    return server.app.inject({ method: 'GET', url: profile, headers, remoteAddress });
  };
  const byToken = (remoteAddress = '10.1.1.1') =>
    server.app.inject({ method: 'GET', url: profile, headers: { authorization: bearer }, remoteAddress });
  const both = async (address?: string) => [
    (await signed(address)).statusCode,
    (await byToken(address)).statusCode,
  ];
  // A review and a notice need a sign-in, which a key does not make.
  await rule();
  await rule({ name: 'tell', action: 'notice', priority: 60 });
  expect(await both()).toEqual([200, 200]);
  const rejecting = await rule({ name: 'no', action: 'reject', priority: 70, reviewers: [] });
  expect(await both()).toEqual([401, 401]);
  expect((await signed()).json()).toMatchObject({
    detail: 'A sign-in rule does not let you in from here at this time. Ask an administrator.',
  });
  expect(await both('10.2.0.1')).toEqual([200, 200]);
  await rule({ name: 'yes', action: 'accept', priority: 90, reviewers: [] });
  expect(await both()).toEqual([200, 200]);
  await server.pool.query("delete from acls_loginacl where action = 'accept'");
  await inForce();
  expect(await both()).toEqual([401, 401]);
  await admin.patch(rejecting, { users: { type: 'ids', ids: [ids.bob] } });
  await expect.poll(both).toEqual([200, 200]);
});
