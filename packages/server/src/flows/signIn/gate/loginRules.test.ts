import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMfaPeople, password, postForm, type WithPeople } from '../../../../test/mfa.ts';
import { storePlaces } from '../../../../test/places/placesFile.ts';
import { type Browser, startServer } from '../../../../test/signedIn.ts';
import { createNotices } from '../../../platform/notices.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
let boss: { id: string; browser: Browser };
let ids: Record<string, string> = {};
let places: Awaited<ReturnType<typeof storePlaces>>;
const rulesUrl = '/api/v1/acls/login-acls/';
const statusUrl = '/api/v1/authentication/login-confirm-ticket/status/';
const waitUrl = '/core/auth/login/wait-confirm/';
const guardUrl = '/core/auth/login/guard/';

beforeAll(async () => {
  places = await storePlaces({ '198.51.100.0/24': { city: 'Graz', country_code: 'AT' } });
  server = await startServer(
    { GATEHOUSE_LIMIT_ACCOUNT: '0', GATEHOUSE_LIMIT_SIGN_IN: '0', GATEHOUSE_PLACES: places.file },
    { notices: createNotices },
  );
  people = createMfaPeople(server);
  admin = await server.admin();
  const id = await people.addUser(admin, 'boss');
  boss = { id, browser: await server.browserOf('boss', password, '10.9.9.9') };
  ids = { ann: await people.addUser(admin, 'ann'), bob: await people.addUser(admin, 'bob') };
});
afterEach(async () => {
  await server.pool.query('delete from acls_loginacl');
  await inForce(0);
});
afterAll(async () => {
  await server.stop();
  await places.remove();
});

/** Waits until this many stored rules are in force. */
const inForce = (count: number) =>
  expect
    .poll(async () => (await server.services.ruleBook.logins()).rules.filter((one) => one.is_active).length)
    .toBe(count);
const rule = async (action: string, more: object = {}) => {
  const answer = await admin.post(rulesUrl, {
    name: `rule ${action}`,
    priority: 50,
    action,
    users: { type: 'ids', ids: [ids.ann] },
    rules: { ip_group: ['10.1.0.0/16'], time_period: [] },
    reviewers: ['review', 'notice'].includes(action) ? [boss.id] : [],
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  const made = Number(
    (await server.pool.query('select count(*) from acls_loginacl where is_active')).rows[0].count,
  );
  await inForce(made);
  return (answer.json as { id: string }).id;
};
const isIn = async (browser: Browser) => (await browser.get('/api/v1/users/profile/')).status === 200;
const alertOn = async (browser: Browser, url: string) =>
  /role="alert">([^<]*)</.exec((await browser.get(url)).text)?.[1];
/** Signs a user in up to the page that waits; returns the browser and the ticket. */
const waiting = async (username = 'ann', address?: string) => {
  const browser = server.browser(address);
  const { location } = await browser.signIn(username, password);
  expect(location).toBe(waitUrl);
  const { json } = await browser.get(statusUrl);
  const { error, data } = json as { error: string; data: { ticket_id: string } };
  expect(error).toBe('login_confirm_wait');
  return { browser, ticket: data.ticket_id };
};
const decide = (ticket: string, how: 'approve' | 'reject', by: Browser = boss.browser) =>
  by.put(`/api/v1/tickets/apply-login-tickets/${ticket}/${how}/`, {});

test('a rule that rejects refuses the right password from its addresses, and the login log names it', async () => {
  await rule('reject', { name: 'No office' });
  const answer = await server.browser().signIn('ann', password);
  expect(answer.status).toBe(401);
  expect(answer.text).toContain('A sign-in rule does not let you in from here at this time.');
  const { json } = await admin.get('/api/v1/audits/login-logs/?username=ann&limit=1');
  expect((json as { results: object[] }).results[0]).toMatchObject({
    reason: 'acl_not_allow',
    reason_display: 'Refused by a sign-in rule: No office',
    rule: 'No office',
  });
  // A wrong password is told as such, so that the rule tells nothing to those who guess.
  expect((await server.browser().signIn('ann', 'wrong')).text).toContain('Username or password is wrong');
  expect((await server.browser('10.2.0.1').signIn('ann', password)).location).toBe('/ui/');
  expect((await server.browser().signIn('bob', password)).location).toBe('/ui/');
  const program = await server.browser().post('/api/v1/authentication/auth/', { username: 'ann', password });
  expect([program.status, program.json]).toMatchObject([400, { error: 'acl_not_allow' }]);
});

test('B-3-014 the rule with the highest priority decides; an inactive one never', async () => {
  await rule('reject', { priority: 10 });
  const accepting = await rule('accept', { priority: 90 });
  expect((await server.browser().signIn('ann', password)).location).toBe('/ui/');
  const listed = await admin.get('/api/v1/audits/login-logs/?rule=rule accept');
  expect(listed.json).toMatchObject([{ username: 'ann(ann)', status: { value: true }, reason_display: '' }]);
  await admin.patch(`${rulesUrl}${accepting}/`, { is_active: false });
  await inForce(1);
  expect((await server.browser().signIn('ann', password)).status).toBe(401);
});

test('a sign-in under review waits on a page with its reviewers; the approval continues it, once', async () => {
  await rule('review');
  const { browser, ticket } = await waiting();
  expect((await browser.get(waitUrl)).text).toContain('boss(boss)');
  expect(await isIn(browser)).toBe(false);
  expect((await browser.get(guardUrl)).location).toBe(waitUrl);
  expect((await decide(ticket, 'approve')).status).toBe(200);
  expect((await browser.get(statusUrl)).json).toEqual({ msg: 'ok' });
  const copy = server.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  const [first, second] = await Promise.all([browser.get(guardUrl), copy.get(guardUrl)]);
  expect([first.location, second.location].sort()).toEqual(['/core/auth/login/', '/ui/']);
  expect([await isIn(browser), await isIn(copy)].filter(Boolean)).toHaveLength(1);
});

const logOf = async (username: string, limit = 2) =>
  (
    (await admin.get(`/api/v1/audits/login-logs/?search=${username}&limit=${limit}&order=-datetime`))
      .json as {
      results: { reason: string; reason_display: string }[];
    }
  ).results;
const timeOut = (ticket: string) =>
  server.pool.query(`update tickets_ticket set date_created = now() - interval '31 minutes' where id = $1`, [
    ticket,
  ]);

test.each([
  ['refused', 'status first', 'review_refused', 'Your sign-in was not approved.'],
  ['refused', 'guard first', 'review_refused', 'Your sign-in was not approved.'],
  [
    'timed_out',
    'status first',
    'review_timed_out',
    'No reviewer decided about your sign-in in time. Sign in again.',
  ],
])(
  'a sign-in that is %s ends with a reason, once in the login log too: %s',
  async (how, first, code, text) => {
    const id = await rule('review', { name: `Ask the boss: ${how}, ${first}` });
    const { browser, ticket } = await waiting();
    await (how === 'refused' ? decide(ticket, 'reject') : timeOut(ticket));
    // The page that waits asks for the status, and then goes to the guard.
    if (first === 'status first')
      for (let round = 0; round < 2; round += 1)
        expect((await browser.get(statusUrl)).json).toMatchObject({ error: 'login_confirm_error' });
    const end = await browser.get(guardUrl);
    expect(end.location).toBe(`/core/auth/login/?${code}=1`);
    expect(await alertOn(browser, end.location)).toBe(text);
    expect((await browser.get(statusUrl)).json).toMatchObject({ error: 'login_confirm_error' });
    const [entry, before] = await logOf('ann');
    expect(entry).toMatchObject({ reason: code });
    expect(entry?.reason_display).toContain(`: Ask the boss: ${how}, ${first}`);
    expect(before?.reason_display ?? '').not.toContain(`${how}, ${first}`);
    // It counts once, as what the reviewer decided.
    const { verdicts } = (await admin.get(`${rulesUrl}${id}/decisions/`)).json as unknown as {
      verdicts: { verdict: string; counts: number[] }[];
    };
    // A ticket that timed out may have been opened before midnight.
    const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
    expect(verdicts.map(({ verdict, counts }) => [verdict, sumOf(counts)])).toEqual([
      [how === 'refused' ? 'refused' : 'closed', 1],
    ]);
  },
);

test('a sign-in ends as soon as no reviewer is left who could decide, and says so', async () => {
  await rule('review', { name: 'Ask bob', reviewers: [ids.bob] });
  const { browser } = await waiting();
  const change = (to: string) => server.pool.query(`update users_user set ${to} where id = $1`, [ids.bob]);
  await change('is_active = false');
  const text = 'No reviewer is left who could decide on your sign-in. Ask an administrator.';
  expect((await browser.get(statusUrl)).json).toMatchObject({ error: 'login_confirm_error', msg: text });
  const end = await browser.get(guardUrl);
  expect(end.location).toBe('/core/auth/login/?review_deserted=1');
  expect(await alertOn(browser, end.location)).toBe(text);
  expect(await logOf('ann', 1)).toMatchObject([
    { reason: 'review_deserted', reason_display: 'No reviewer was left to decide: Ask bob' },
  ]);
  await change('is_active = true');
});

test('the login log names the rule of a sign-in that a reviewer approved, which counts once, as approved', async () => {
  const id = await rule('review', { name: 'Ask the boss' });
  const { browser, ticket } = await waiting();
  await decide(ticket, 'approve');
  await browser.get(guardUrl);
  expect((await logOf('ann', 1))[0]).toMatchObject({
    status: { value: true },
    rule: 'Ask the boss',
    reason_display: 'Approved by a reviewer: Ask the boss',
  });
  const { json } = await admin.get(`${rulesUrl}${id}/decisions/`);
  expect(json).toMatchObject({ verdicts: [{ verdict: 'approved', counts: [0, 0, 0, 0, 0, 0, 1] }] });
});

test('giving up closes the ticket: a later approval is refused and opens nothing', async () => {
  await rule('review');
  const { browser, ticket } = await waiting();
  expect((await postForm(browser, waitUrl, {})).location).toBe('/core/auth/login/');
  const late = await decide(ticket, 'approve');
  expect([late.status, late.json]).toMatchObject([400, { code: 'ticket_closed' }]);
  expect((await browser.get(guardUrl)).location).toBe('/core/auth/login/');
  const other = await waiting();
  await other.browser.delete(statusUrl);
  expect((await decide(other.ticket, 'approve')).status).toBe(400);
});

test('an approval counts for the address from which the user asked', async () => {
  await rule('review');
  const { browser, ticket } = await waiting();
  await decide(ticket, 'approve');
  const moved = server.browser('10.1.7.7');
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  expect((await moved.get(guardUrl)).location).toBe(waitUrl);
  expect(await isIn(moved)).toBe(false);
});

test('a rule without a reviewer other than the user refuses, and says so', async () => {
  await rule('review', { reviewers: [ids.ann] });
  const answer = await server.browser().signIn('ann', password);
  expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('names none who could')]);
  await server.pool.query('update users_user set is_active = false where id = $1', [ids.bob]);
  await rule('review', { name: 'disabled', priority: 99, reviewers: [ids.bob] });
  const { location } = await server.browser().signIn('ann', password);
  expect(location).toBe('/core/auth/login/?no_reviewer=1');
  await server.pool.query('update users_user set is_active = true where id = $1', [ids.bob]);
});

test('with MFA, the code comes before the reviewer is asked', async () => {
  const { secret, id } = await people.addBound(admin, 'carl');
  await rule('review', { users: { type: 'ids', ids: [id] } });
  const browser = server.browser();
  expect((await browser.signIn('carl', password)).location).toBe(guardUrl);
  expect((await browser.get(statusUrl)).json).toEqual({ msg: 'ok' });
  const code = await people.nextCode('carl', secret);
  expect((await postForm(browser, '/core/auth/login/mfa/', { code })).location).toBe(waitUrl);
  const { json } = await browser.get(statusUrl);
  await decide((json as { data: { ticket_id: string } }).data.ticket_id, 'approve');
  expect((await browser.get(guardUrl)).location).toBe('/ui/');
});

test('a program waits too, and gets its token once approved', async () => {
  await rule('review');
  const program = server.browser();
  const ask = (more: object = {}) =>
    program.post('/api/v1/authentication/auth/', { username: 'ann', ...more });
  const first = await ask({ password });
  expect([first.status, first.json]).toMatchObject([200, { error: 'login_confirm_wait' }]);
  const { ticket_id } = (first.json as { data: { ticket_id: string } }).data;
  expect((await ask()).json).toMatchObject({ data: { ticket_id } });
  await decide(ticket_id, 'approve');
  const done = await ask();
  expect([done.status, done.json]).toMatchObject([201, { keyword: 'Bearer' }]);
  expect((await logOf('ann', 1))[0]).toMatchObject({
    reason: 'review_approved',
    rule: 'rule review',
    status: { value: true },
  });
});

test('a program whose sign-in a reviewer refused is told so, and the login log names the rule', async () => {
  await rule('review', { name: 'Ask about programs' });
  const program = server.browser();
  const ask = (more: object = {}) =>
    program.post('/api/v1/authentication/auth/', { username: 'ann', ...more });
  const { ticket_id } = ((await ask({ password })).json as { data: { ticket_id: string } }).data;
  await decide(ticket_id, 'reject');
  expect([(await ask()).json, (await logOf('ann', 1))[0]]).toMatchObject([
    { error: 'review_refused' },
    { reason: 'review_refused', reason_display: 'Not approved by a reviewer: Ask about programs' },
  ]);
});

test('what a program waits for ends when its rule is gone, rejects, or its address changes', async () => {
  const begin = async (username = 'ann') => {
    const program = server.browser();
    const ask = (more: object = {}, by = program) =>
      by.post('/api/v1/authentication/auth/', { username, ...more });
    const { ticket_id } = ((await ask({ password })).json as { data: { ticket_id: string } }).data;
    return { program, ask, ticket: ticket_id };
  };
  const isOpen = async (ticket: string) =>
    (await server.pool.query('select status from tickets_ticket where id = $1', [ticket])).rows[0].status;
  const id = await rule('review', { rules: { ip_group: ['*'], time_period: [] } });
  const moving = await begin();
  const moved = server.browser('10.1.7.7');
  for (const [name, value] of moving.program.cookies) moved.cookies.set(name, value);
  const again = (await moving.ask({}, moved)).json as { data: { ticket_id: string } };
  expect(again.data.ticket_id).not.toBe(moving.ticket);
  expect([await isOpen(moving.ticket), await isOpen(again.data.ticket_id)]).toEqual(['closed', 'open']);
  const page = await waiting();
  const there = server.browser('10.1.7.8');
  for (const [name, value] of page.browser.cookies) there.cookies.set(name, value);
  expect((await there.get(guardUrl)).location).toBe(waitUrl);
  expect(await isOpen(page.ticket)).toBe('closed');
  const freed = await begin();
  await admin.delete(`${rulesUrl}${id}/`);
  await inForce(0);
  expect((await freed.ask()).status).toBe(201);
  expect(await isOpen(freed.ticket)).toBe('closed');
  const asking = await rule('review');
  const refused = await begin();
  await admin.patch(`${rulesUrl}${asking}/`, { action: 'reject', reviewers: [] });
  await expect.poll(async () => (await server.services.ruleBook.logins()).rules[0]?.action).toBe('reject');
  expect((await refused.ask()).json).toMatchObject({ error: 'acl_not_allow' });
  expect(await isOpen(refused.ticket)).toBe('closed');
});

test('a rule that only notices lets in and tells its reviewers where and with what', async () => {
  await rule('notice', { rules: { ip_group: ['*'], time_period: [] } });
  const told = async (address: string) => {
    expect((await server.browser(address).signIn('ann', password)).location).toBe('/ui/');
    const { json } = await boss.browser.get('/api/v1/notifications/site-messages/?limit=1');
    return JSON.stringify((json as { results: object[] }).results);
  };
  expect(await told('10.1.1.1')).toMatch(/ann.* signed in from 10\.1\.1\.1 \(LAN\)/i);
  expect(await told('198.51.100.7')).toMatch(/ signed in from 198\.51\.100\.7 \(Graz, Austria\)/);
  expect(await logOf('ann', 1)).toMatchObject([{ city: 'Graz, Austria' }]);
  const { json } = await admin.get('/api/v1/audits/user-sessions/?city=Graz, Austria');
  expect(json).toMatchObject([{ ip: '198.51.100.7' }]);
});

const revoke = (ticket: string) =>
  boss.browser.put(`/api/v1/tickets/apply-login-tickets/${ticket}/revoke/`, {});
const enter = async (browser: Browser) => (await browser.get(guardUrl)).location;

test('revoking an approval ends the web session that it opened, and no other', async () => {
  const listed = async () =>
    (
      await server.pool.query(`select count(*)::int as n from audits_usersession where "user" = $1`, [
        ids.ann,
      ])
    ).rows[0].n;
  const other = server.browser('10.2.0.1');
  await other.signIn('ann', password);
  await rule('review');
  const before = await listed();
  const { browser, ticket } = await waiting();
  await decide(ticket, 'approve');
  expect([await enter(browser), await isIn(browser), await listed()]).toEqual(['/ui/', true, before + 1]);
  expect((await revoke(ticket)).status).toBe(200);
  expect([await isIn(browser), await isIn(other), await listed()]).toEqual([false, true, before]);
  expect((await revoke(ticket)).json).toMatchObject({ code: 'ticket_not_held' });
});

test('an approval for some minutes lets in several times; revoking it ends them all', async () => {
  await rule('review');
  const { browser, ticket } = await waiting();
  const hold = { hold: 'minutes', hold_minutes: 15 };
  await boss.browser.put(`/api/v1/tickets/apply-login-tickets/${ticket}/approve/`, hold);
  await enter(browser);
  const second = server.browser();
  expect((await second.signIn('ann', password)).location).toBe('/ui/');
  await revoke(ticket);
  expect([await isIn(browser), await isIn(second)]).toEqual([false, false]);
  expect((await server.browser().signIn('ann', password)).location).toBe(waitUrl);
});

test('revoking an approval ends the token of a program', async () => {
  await rule('review');
  const program = server.browser();
  const ask = (more: object = {}) =>
    program.post('/api/v1/authentication/auth/', { username: 'ann', ...more });
  const { ticket_id } = ((await ask({ password })).json as { data: { ticket_id: string } }).data;
  await decide(ticket_id, 'approve');
  const { token } = (await ask()).json as { token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const profile = () => server.browser().get('/api/v1/users/profile/', undefined, bearer);
  expect((await profile()).status).toBe(200);
  expect((await revoke(ticket_id)).status).toBe(200);
  expect((await profile()).status).toBe(401);
});

test('an approval taken back before the browser goes on lets nobody in', async () => {
  await rule('review');
  const { browser, ticket } = await waiting();
  await decide(ticket, 'approve');
  expect((await revoke(ticket)).status).toBe(200);
  expect((await browser.get(statusUrl)).json).toMatchObject({ error: 'login_confirm_error' });
  await enter(browser);
  expect(await isIn(browser)).toBe(false);
});

test('revoking while the browser enters: it is out in the end, whichever came first', async () => {
  await rule('review');
  for (let round = 0; round < 4; round += 1) {
    const { browser, ticket } = await waiting();
    await decide(ticket, 'approve');
    const [, revoked] = await Promise.all([enter(browser), revoke(ticket)]);
    if (revoked.status !== 200) expect((await revoke(ticket)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
  }
});
