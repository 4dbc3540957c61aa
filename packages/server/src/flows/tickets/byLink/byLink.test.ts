import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { htmlOf, sendMailBy, startMailServer } from '../../../../test/servers/mailServer.ts';
import { createBrowser, type Seen } from '../../../../test/signedIn.ts';
import { expectStatus, startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { everyJob } from '../../../app/jobs.ts';
import { messageDelivery } from '../../../jobs/deliverMessages.ts';
import { createDecisionLinks, decisionPath } from './links.ts';

let api: TicketApi;
let made: ReturnType<typeof confirmationsOf>;
let links: ReturnType<typeof createDecisionLinks>;
beforeAll(async () => {
  api = await startTickets({ GATEHOUSE_LIMIT_SIGN_IN: '3', GATEHOUSE_SITE_URL: 'https://gate.example' });
  made = confirmationsOf(api);
  links = createDecisionLinks(api.services);
});
afterAll(() => api.stop());

const allow = (isAllowed: boolean) =>
  expectStatus(
    api.admin.patch('/api/v1/settings/setting/?category=ticket', { TICKETS_DIRECT_APPROVE: isAllowed }),
    200,
  );
beforeEach(() => allow(true));

const linkOf = async (ticket: string, user = api.boss.id): Promise<string> => {
  const token = await links.make(user, ticket);
  if (!token) throw new Error('no link');
  return decisionPath(token);
};
let callers = 0;
/** A browser at an address of its own, because attempts are counted by address. */
const browser = () => {
  callers += 1;
  return createBrowser(api, `10.7.${Math.floor(callers / 250)}.${(callers % 250) + 1}`);
};
const press = async (url: string, action: string, comment = '', own = browser()): Promise<Seen> => {
  const page = await own.get(url);
  return own.form(url, { csrf_token: own.hidden(page, 'csrf_token'), action, comment });
};
const rowOf = async (id: string) =>
  (
    await api.pool.query(
      'select state, status, approval_step::int as step from tickets_ticket where id = $1',
      [id],
    )
  ).rows[0];
const textOf = ({ text }: Seen) => /<p class="notice[^>]*>([^<]*)<\/p>/.exec(text)?.[1] ?? '';

test('a mail brings its reviewer a link where the setting allows it; nothing stored contains it', async () => {
  const post = await startMailServer();
  await sendMailBy(post.server, api.services);
  const job = everyJob(api.services).find(({ definition }) => definition.name === messageDelivery.name)!;
  const { signal } = new AbortController();
  const deliver = () =>
    job.handle({}, { id: '1', attempt: 1, signal, progress: () => undefined, log: () => undefined });
  const inMails = () => post.mails.flatMap((mail) => htmlOf(mail).match(/\/core\/tickets\/[^"]*/) ?? []);
  await allow(false);
  await made.open('command_confirm');
  await deliver();
  expect([post.mails.length, inMails()]).toEqual([2, []]);
  await allow(true);
  const id = await made.open('command_confirm');
  await deliver();
  const [url, other] = inMails();
  expect(other).not.toBe(url);
  const { rows } = await api.pool.query(
    `select text::text as kept from audits_messagelog union all select key || value::text from system_cache`,
  );
  expect(rows.some(({ kept }) => String(kept).includes(url!.split('/')[4]!.split('.')[0]!))).toBe(false);
  expect((await browser().get(url!)).text).toContain('systemctl restart erp');
  const hidden = await made.open('command_confirm', { command: '', doubt: 'hidden' });
  expect((await browser().get(await linkOf(hidden))).text).toContain('The machine did not show');
  // A reviewer who need not decide any more gets no link.
  await made.open('command_confirm', { reviewers: [api.boss.id] });
  await expectStatus(api.boss.put(`/api/v1/tickets/apply-command-tickets/${id}/reject/`), 200);
  expect(await links.make(api.boss.id, id)).toBeUndefined();
  expect(await links.make(api.stranger.id, await made.open('command_confirm'))).toBeUndefined();
  await post.stop();
});

test('opening a link decides nothing; a click does, once, as its reviewer and with a comment', async () => {
  const id = await made.open('login_confirm', { comment: '<b>night shift</b>' });
  const url = await linkOf(id);
  const own = browser();
  const page = await own.get(url);
  expect(page.text).toContain('You decide as BOSS(boss)');
  expect([...page.text.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, label]) => label)).toEqual([
    ...['Title', 'Number', 'Type', 'Applicant', 'Address', 'Place', 'Time of sign-in'],
    ...['Comment', 'Created'],
  ]);
  for (const text of ['ANN signs in from 203.0.113.7', 'Graz', '&lt;b&gt;night shift&lt;/b&gt;'])
    expect(page.text).toContain(text);
  expect(page.text).toMatch(/<dd>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\+00:00\)<\/dd>/);
  expect(page.raw.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const query of ['', '?action=approve']) await own.send('GET', `${url}${query}`);
  const forged = await browser().form(url, { action: 'approve' });
  expect([forged.status, (await rowOf(id)).state]).toEqual([403, 'pending']);
  expect((await press(url, 'destroy')).status).toBe(200);
  const done = await press(url, 'approve', ' I called her. ', own);
  expect([done.status, done.location]).toEqual([303, url]);
  expect(textOf(await own.get(url))).toBe('BOSS(boss) approved this ticket.');
  expect(await rowOf(id)).toMatchObject({ state: 'approved', status: 'closed' });
  const { rows } = await api.pool.query(
    `select body, user_display from tickets_comment where ticket = $1 and type = 'common'`,
    [id],
  );
  expect(rows).toEqual([{ body: 'I called her.', user_display: 'BOSS(boss)' }]);
  const log = await api.pool.query(`select "user", action from audits_operatelog where resource_id = $1`, [
    id,
  ]);
  expect(log.rows).toEqual([{ user: 'BOSS(boss)', action: 'approve' }]);
  await press(url, 'reject', '', own);
  expect((await rowOf(id)).state).toBe('approved');
});

test.each([
  ['zh-hans', '批准', '命令'],
  ['zh-hant', '核准', '指令'],
  ['en', 'Approve', 'Command'],
  ['ja', '承認', 'コマンド'],
] as const)(
  'the page is in the language of its browser, which can choose another: %s',
  async (language, approve, label) => {
    const url = await linkOf(await made.open('command_confirm'));
    const page = await api.as({ anonymous: true, language }).get(url);
    expect(page.text).toContain(`value="approve">${approve}<`);
    expect(page.text).toContain(`<dt>${label}</dt><dd><code class="lines">systemctl restart erp</code>`);
    expect(page.text).not.toMatch(/decide_|tickets\./);
    const choice = `/core/i18n/${language}/?next=${encodeURIComponent(url)}`;
    expect(page.text).toContain(`href="${choice}"`);
    expect((await browser().get(choice)).location).toBe(url);
  },
);

test('requests are approved as they were asked; one that would grant nothing is left to the console', async () => {
  const request = await api.open({ comment: 'for the release' });
  const url = await linkOf(request.id);
  expect((await browser().get(url)).text).toContain('web-1(10.0.0.5)');
  await press(url, 'approve');
  const { rows } = await api.pool.query(
    'select count(*)::int as n from perms_assetpermission where id = $1',
    [request.id],
  );
  expect([rows[0].n, (await rowOf(request.id)).state]).toEqual([1, 'approved']);
  const empty = await api.open({ apply_accounts: [] });
  const refused = await press(await linkOf(empty.id), 'approve', 'fine');
  expect([refused.status, textOf(refused)]).toEqual([400, expect.stringContaining('Open it in the console')]);
  expect(refused.text).toContain('>fine</textarea>');
  expect((await rowOf(empty.id)).state).toBe('pending');
  await press(await linkOf(empty.id), 'reject');
  expect((await rowOf(empty.id)).state).toBe('rejected');
});

test('a link is for one level: the next one needs its own', async () => {
  await api.setFlow([
    { strategy: 'custom_user', assignees: [api.boss.id] },
    { strategy: 'custom_user', assignees: [api.boss.id, api.chief.id] },
  ]);
  const { id } = await api.open();
  const url = await linkOf(id);
  expect(await links.make(api.chief.id, id)).toBeUndefined();
  await press(url, 'approve');
  expect(await rowOf(id)).toMatchObject({ state: 'pending', step: 2 });
  expect(textOf(await browser().get(url))).toContain('now waits for the next one');
  await press(url, 'approve');
  expect((await rowOf(id)).state).toBe('pending');
  await press(await linkOf(id), 'approve');
  expect((await rowOf(id)).state).toBe('approved');
  await api.setFlow([{ strategy: 'super_admin' }]);
});

test('who is disabled, has expired or has left is refused with a sentence, before and after the page is open', async () => {
  const rita = await api.userWith('rita');
  const undo = [
    [
      'update users_user set is_active = false where id = $1',
      'update users_user set is_active = true where id = $1',
    ],
    [
      `update users_user set date_expired = now() - interval '1 day' where id = $1`,
      `update users_user set date_expired = now() + interval '1 year' where id = $1`,
    ],
  ] as const;
  for (const [change, back] of undo) {
    const id = await made.open('command_confirm', { reviewers: [rita.id] });
    const url = await linkOf(id, rita.id);
    const own = browser();
    const page = await own.get(url);
    await api.pool.query(change, [rita.id]);
    const form = { csrf_token: own.hidden(page, 'csrf_token'), action: 'approve' };
    const answers = [await own.form(url, form), await browser().get(url)];
    expect(answers.map((answer) => [answer.status, textOf(answer)])).toEqual(
      Array(2).fill([403, expect.stringContaining('disabled or has expired')]),
    );
    expect((await rowOf(id)).state).toBe('pending');
    await api.pool.query(back, [rita.id]);
  }
  const id = await made.open('command_confirm', { reviewers: [rita.id] });
  const url = await linkOf(id, rita.id);
  await api.pool.query(`delete from rbac_rolebinding where "user" = $1`, [rita.id]);
  expect(textOf(await press(url, 'approve'))).toBe('You are no longer a reviewer of this ticket.');
  expect((await rowOf(id)).state).toBe('pending');
});

test('a browser in which another user is signed in decides nothing', async () => {
  const id = await made.open('command_confirm');
  const url = await linkOf(id);
  const seen = await api.stranger.get(url);
  expect([seen.status, seen.text]).toEqual([403, expect.stringContaining('This link is for BOSS(boss)')]);
  expect((await api.boss.get(url)).status).toBe(200);
});

test('without the setting a link leads to the ticket in the console and decides nothing', async () => {
  const id = await made.open('command_confirm');
  const url = await linkOf(id);
  const own = browser();
  const page = await own.get(url);
  await allow(false);
  const answers = [
    await own.get(url),
    await own.form(url, { csrf_token: own.hidden(page, 'csrf_token'), action: 'approve' }),
  ];
  expect(answers.map(({ status, location }) => [status, location])).toEqual(
    Array(2).fill([303, `/ui/tickets/tickets/${id}`]),
  );
  expect((await rowOf(id)).state).toBe('pending');
});

test('a link that was made up, changed, put into the database or has expired opens nothing', async () => {
  const id = await made.open('command_confirm');
  const token = (await links.make(api.boss.id, id))!;
  const [nonce = '', mark = ''] = token.split('.');
  const strange = createDecisionLinks({ ...api.services, vault: { marks: () => ['x'.repeat(43)] } });
  const planted = (await strange.make(api.boss.id, id))!;
  for (const wrong of ['x', `${nonce}.`, `${nonce}.${mark.slice(1)}x`, `x${token}`, planted]) {
    const page = await browser().get(decisionPath(wrong));
    expect([page.status, textOf(page)]).toEqual([404, expect.stringContaining('not valid or has expired')]);
  }
  // Write access to the database is not enough to turn the link of one ticket into that of another.
  const other = await made.open('command_confirm');
  await api.pool.query(
    `update system_cache set value = jsonb_set(value, '{ticket}', $1) where value ->> 'ticket' = $2`,
    [JSON.stringify(other), id],
  );
  expect((await browser().get(decisionPath(token))).status).toBe(404);
  const late = await linkOf(id);
  await api.pool.query(`update system_cache set expires_at = now() where key like 'ticket_link:%'`);
  expect((await browser().get(late)).status).toBe(404);
});

test('two reviewers at once, a link twice at once, a link and a cancellation: one outcome each', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await made.open('command_confirm');
    const [mine, theirs] = [await linkOf(id), await linkOf(id, api.chief.id)];
    await Promise.all([
      press(mine, 'approve', 'yes'),
      press(mine, 'reject', 'no'),
      press(theirs, 'reject', 'never'),
      api.ann.put(`/api/v1/tickets/apply-command-tickets/${id}/close/`),
    ]);
    const { state } = await rowOf(id);
    const { rows } = await api.pool.query(
      `select type, state, body from tickets_comment where ticket = $1 and (type = 'common' or state <> 'pending')`,
      [id],
    );
    expect(rows.filter(({ type }) => type === 'state').map((row) => row.state)).toEqual([state]);
    expect(rows.filter(({ type }) => type === 'common')).toHaveLength(state === 'closed' ? 0 : 1);
    const said = { approved: /approved/, rejected: /rejected/, closed: /withdrawn/ }[state as 'approved'];
    for (const url of [mine, theirs]) expect(textOf(await browser().get(url))).toMatch(said);
  }
});

test('a link used once stays used, even where its ticket could be decided again', async () => {
  const id = await made.open('command_confirm');
  const url = await linkOf(id);
  await press(url, 'reject');
  await api.pool.query(`update tickets_ticket set state = 'pending', status = 'open' where id = $1`, [id]);
  await press(url, 'approve');
  expect((await rowOf(id)).state).toBe('pending');
});

test('what was cancelled or waited too long cannot be decided by a link any more', async () => {
  const cancelled = await made.open('command_confirm');
  const url = await linkOf(cancelled);
  const own = browser();
  const page = await own.get(url);
  await expectStatus(api.ann.put(`/api/v1/tickets/apply-command-tickets/${cancelled}/close/`), 200);
  await own.form(url, { csrf_token: own.hidden(page, 'csrf_token'), action: 'approve' });
  expect((await rowOf(cancelled)).state).toBe('closed');
  const late = await made.open('command_confirm');
  const lateUrl = await linkOf(late);
  await api.pool.query(
    `update tickets_ticket set date_created = now() - interval '31 minutes' where id = $1`,
    [late],
  );
  await press(lateUrl, 'approve');
  expect(textOf(await browser().get(lateUrl))).toContain('waited too long');
  expect(bodyOf<Json>(await api.boss.get(`/api/v1/tickets/tickets/${late}/`)).state).toMatchObject({
    value: 'pending',
  });
});

test('many attempts of one address are refused, with the time when to try again', async () => {
  const own = browser();
  const url = await linkOf(await made.open('command_confirm'));
  const page = await own.get(url);
  const form = { csrf_token: own.hidden(page, 'csrf_token'), action: 'none' };
  const clicks = [];
  for (let click = 0; click < 4; click += 1) clicks.push(await own.form(url, form));
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(clicks.at(-1)?.raw.headers['retry-after']).toBeTruthy();
  expect((await own.get(decisionPath('guess'))).status).toBe(429);
  expect((await browser().get(decisionPath('guess'))).status).toBe(404);
});
