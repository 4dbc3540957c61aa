// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { cleanup, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import type { Explanation, Step } from './explanation.ts';

const ASK = '/api/v1/perms/explain/';
const [ann, web] = ['11111111-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000001'];
const p = (at: number) => `33333333-0000-4000-8000-00000000000${at}`;
const step = (name: Step['step'], more: Partial<Step> = {}): Step => ({
  ...{ step: name, outcome: 'pass', reason: null, rule: null, reviewers: [] },
  ...{ passed_over: [], passed_over_count: 0, settings: [], ...more },
});
const grant = (name: string, more: object = {}) => ({
  ...{ id: p(1), name, decides: true, reason: null, is_active: true, is_direct: false, is_on_asset: false },
  ...{ groups: [{ id: p(7), name: 'Crew' }], nodes: [{ id: p(8), name: '/Default/Shop' }] },
  ...{ date_start: '2026-01-01T00:00:00.000Z', date_expired: '2096-01-01T00:00:00.000Z' },
  ...{ accounts: ['root'], protocols: ['all'], actions: ['connect'], ...more },
});
const explanation = (more: Partial<Explanation> = {}): Explanation => ({
  ...{ outcome: 'allow', decided_by: null, hidden: [], command: null, filters: [], filters_count: 0 },
  steps: [
    ...[step('proof'), step('user'), step('mfa'), step('sign_in'), step('role'), step('asset')],
    ...[step('permission'), step('connection')],
  ],
  sign_in: { lock: 'none', minutes: null, mfa: null, password: null, limit: null, others: null },
  user: { id: ann, name: 'Ann', username: 'ann', date_expired: '2096-01-01T00:00:00.000Z' },
  asset: { id: web, name: 'web-1', address: '10.0.0.7' },
  account: { alias: 'root', username: 'root', actions: ['connect'] },
  date: '2026-11-28T12:00:00.000Z',
  ...{ grants: [grant('Shop for the crew')], grants_count: 1, ...more },
});

const choices = {
  accounts: [{ alias: 'root', username: 'root' }],
  protocols: ['ssh', 'sftp'],
  methods: [{ value: 'web_cli', label: 'Web CLI' }],
};
/** The panel of one setting. */
const panel = {
  ...{ name: 'security_login_limit' as const, category: 'security_login_limit', page: 'security' as const },
  ...{ tab: 'LoginLimit', title: 'Sign-in limits', dialog: false, can_change: true },
  groups: [
    {
      ...{ name: 'sources', title: 'Sources' },
      settings: [{ name: 'ONLY_ALLOW_AUTH_FROM_SOURCE', label: 'Only by the source' }],
    },
  ],
};
const open = (told: unknown) =>
  openRoute('ExplainAccess', {
    query: { user: ann, asset: web },
    routes: {
      ...listOf(userDefinition, [{ id: ann, name: 'Ann', username: 'ann' }]),
      ...listOf(asset, [{ id: web, name: 'web-1', address: '10.0.0.7' }]),
      ...answerTo('GET /api/v1/perms/explain/choices/', choices),
      ...answerTo('GET /api/v1/settings/panels/', [panel]),
      [`POST ${ASK}`]: told,
    },
  });
const asked = async (told: unknown) => {
  cleanup();
  const page = await open(told);
  const { screen, user } = page;
  await screen.findByText('Choose a user and an asset');
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>(/^Account/).value).toBe('root');
  await user.click(screen.getByRole('button', { name: 'Explain' }));
  return page;
};

test('a link from a user or an asset fills the form in, and the way is drawn with the permission that leads there', async () => {
  const { screen, server } = await asked(explanation());
  await screen.findByText('Ann can connect to web-1 as root over SSH.');
  expect(server.calls('POST', ASK)[0]?.body).toEqual({
    ...{ user: ann, asset: web, account: 'root', protocol: 'ssh', connect_method: 'web_cli' },
  });
  const way = screen.getByRole('list', { name: 'From the user to the asset' });
  expect(
    within(way)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['Lockout and password', 'User', 'MFA', 'Sign-in rules', 'Roles'],
    ...['Asset', 'Permissions', 'Connection rules'],
  ]);
  const path = screen.getByRole('list', { name: 'Path through the permission Shop for the crew' });
  expect(
    within(path)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'AUserAnn',
    'User groupCrew',
    'PermissionShop for the crew',
    'Node/Default/Shop',
    'Assetweb-1',
    'Accountroot',
  ]);
});

test('a refusal names the rule, those passed over with the reason, and what is not reached', async () => {
  const { screen, user } = await asked(
    explanation({
      ...{ outcome: 'reject', decided_by: 'sign_in', hidden: ['command'] },
      steps: [
        step('user'),
        step('sign_in', {
          outcome: 'reject',
          rule: { id: p(2), name: 'Closed at night', priority: 90 },
          passed_over: [{ id: p(3), name: 'For visitors', reason: 'address' }],
          passed_over_count: 4,
        }),
        step('asset'),
        step('permission', { outcome: 'reject', reason: 'not_granted' }),
      ],
      account: null,
      grants: [grant('Old one', { decides: false, reason: 'expired' })],
    }),
  );
  await screen.findByText('Ann cannot connect to web-1 as root over SSH.');
  screen.getByText(/^Decided by: Sign-in rules/);
  const rule = screen.getByRole('link', { name: 'Closed at night' });
  expect(rule.getAttribute('href')).toBe(`/console/perms/login-acls/${p(2)}`);
  await user.click(screen.getByText('4 other rules'));
  const passed = screen.getByRole('link', { name: 'For visitors' }).closest('li');
  expect(passed?.textContent).toBe('For visitorsOther addresses');
  screen.getByText('3 more');
  // A permission that does not decide is open to see where none does.
  const old = screen.getByRole('link', { name: 'Old one' }).closest('li');
  expect(old?.closest('ul')?.textContent).toBe('Old oneExpired');
  expect(screen.getAllByText('Not reached')).toHaveLength(2);
  screen.getByText('Not considered, because you may not see them: Command filters.');
});

test('a command that cannot be read is refused by the setting, which no rule says', async () => {
  const refused = { outcome: 'reject', reason: 'unknown_refused' } as const;
  const { screen } = await asked(
    explanation({
      ...{ outcome: 'reject', decided_by: 'command', steps: [step('user'), step('command', refused)] },
      command: { line: 'sudo !!', group: '', matched: '', is_unparsed: true },
    }),
  );
  const stage = (await screen.findByRole('heading', { name: 'Command filters' })).closest('li');
  expect(stage?.textContent).toContain(
    'The gateway refuses it, as the setting for commands that cannot be read says.',
  );
});

/** The texts of the stages with these names. */
const stages = async (told: Partial<Explanation>, ...names: string[]) => {
  const { screen } = await asked(explanation(told));
  await screen.findByRole('list', { name: 'From the user to the asset' });
  return names.flatMap((name) => {
    const stage = screen.getByRole('heading', { name }).closest('li');
    return [...(stage?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
  });
};
const proofStage = (told: Partial<Explanation>) => stages(told, 'Lockout and password', 'MFA');
const signIn = (more: Partial<Explanation['sign_in']>): Explanation['sign_in'] => ({
  ...{ lock: 'none', minutes: null, mfa: null, password: null, limit: null, others: null, ...more },
});

test('what a sign-in asks for is said, and where the user is locked out', async () => {
  expect(await proofStage({})).toEqual(['The user is not locked out.', 'MFA is off for this user.']);
  const lock = signIn({ lock: 'elsewhere', mfa: 'code', password: 'password_expired' });
  expect(await proofStage({ sign_in: lock })).toEqual([
    'Failed attempts have locked the user out at some address. Enter an address to see whether it is that one.',
    'The password has expired: the user has to choose a new one.',
    'After the password, a code from the authenticator app is asked for.',
  ]);
  const steps = [step('address'), step('proof'), step('mfa')];
  expect((await proofStage({ steps, sign_in: lock }))[0]).toBe(
    'Failed attempts have locked the user out, but not at this address.',
  );
});

test('a user who is locked out and an address that is blocked are told with the minutes that are left', async () => {
  const refused = { outcome: 'reject', reason: 'password_locked' } as const;
  const told: Partial<Explanation> = {
    ...{ outcome: 'reject', decided_by: 'proof' },
    sign_in: signIn({ lock: 'here', minutes: 1, mfa: 'enrolment' }),
    steps: [step('proof', refused), step('mfa'), step('asset')],
  };
  expect(await proofStage(told)).toEqual([
    'After too many wrong passwords, the user is locked out at this address for 1 more minute.',
    'After the password, the user has to set up an authenticator app.',
  ]);
  const { screen } = await asked(
    explanation({
      ...{ outcome: 'reject', decided_by: 'address', hidden: ['method'], sign_in: signIn({ minutes: 30 }) },
      steps: [step('user'), step('address', { outcome: 'reject', reason: 'address_locked' }), step('proof')],
    }),
  );
  await screen.findByText('After too many failed sign-ins, this address is blocked for 30 more minutes.');
});

test('limits, expiry date and single session are shown; settings link to fields that the user may see', async () => {
  const about = { user: { id: ann, name: 'Ann', username: 'ann', date_expired: '2026-12-24T00:00:00.000Z' } };
  const source = ['ONLY_ALLOW_AUTH_FROM_SOURCE'];
  const told: Partial<Explanation> = {
    ...{ ...about, outcome: 'reject', decided_by: 'limits' },
    sign_in: signIn({ limit: { name: 'account', most: 30, seconds: 12 }, others: 2 }),
    steps: [
      step('limits', { outcome: 'reject', reason: 'too_many' }),
      step('user', { settings: source }),
      step('sessions', { settings: ['USER_LOGIN_SINGLE_MACHINE_ENABLED'] }),
      step('role', { outcome: 'reject', reason: 'role_missing' }),
    ],
  };
  expect(await stages(told, 'Request limits', 'User', 'Single session', 'Roles')).toEqual([
    '30 attempts for this user came from this address within a minute. The next one is accepted in 12 s.',
    'The user is active.',
    expect.stringMatching(/^The user may sign in until 2026-12-24.+\.$/),
    'Setting:Only by the source',
    'A new sign-in ends 2 other sign-ins.',
    "None of the user's roles allows connecting to assets.",
  ]);
  const link = document.querySelector('a[href*="setting="]');
  expect(link?.getAttribute('href')).toBe(
    '/settings/security?setting=ONLY_ALLOW_AUTH_FROM_SOURCE#LoginLimit',
  );
  // For a user who cannot sign in anyway, the expiry date is left out, unless it is the reason.
  const refused = (reason: 'other_source' | 'user_expired', date_expired: string) =>
    stages(
      { user: { ...about.user, date_expired }, steps: [step('user', { outcome: 'reject', reason })] },
      'User',
    );
  expect(await refused('other_source', '2026-12-24T00:00:00.000Z')).toEqual([
    "Users may sign in only through their own source, and this user's source is not available.",
  ]);
  expect(await refused('user_expired', explanation().date)).toEqual([
    'The user has expired.',
    expect.stringMatching(/^The user expired on 2026-11-28.+\.$/),
  ]);
});

test('a command that a filter holds is told apart from the connection', async () => {
  const { screen } = await asked(
    explanation({
      ...{ outcome: 'review', decided_by: 'command' },
      steps: [
        step('user'),
        step('command', {
          ...{ outcome: 'review', rule: { id: p(2), name: 'Ask first', priority: 50 } },
          reviewers: ['Boss(boss)'],
        }),
      ],
      command: { line: 'rm -rf /', group: 'dangerous', matched: 'rm -rf', is_unparsed: false },
    }),
  );
  await screen.findByText('Ann can connect to web-1 as root, but needs an approval for this command.');
  screen.getByText('“rm -rf” is one of the commands of dangerous.');
  screen.getByText(/asks for an approval by Boss\(boss\)/);
});

test('what the server refuses is on its field; a failure offers another try, and the form keeps what was asked', async () => {
  const { screen } = await asked(answer(400, { asset: ['"x" does not exist or is not visible to you.'] }));
  await screen.findByText('"x" does not exist or is not visible to you.');
  screen.getByText('Choose a user and an asset');
});

test('a failure offers another try', async () => {
  let times = 0;
  const { screen, user } = await asked(() => {
    times += 1;
    return times === 1 ? answer(500, {}) : explanation();
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Ann can connect to web-1 as root over SSH.');
});
