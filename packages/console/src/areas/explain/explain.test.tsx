// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { within } from '@testing-library/react';
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
  ...{ passed_over: [], passed_over_count: 0, ...more },
});
const grant = (name: string, more: object = {}) => ({
  ...{ id: p(1), name, decides: true, reason: null, is_active: true, is_direct: false, is_on_asset: false },
  ...{ groups: [{ id: p(7), name: 'Crew' }], nodes: [{ id: p(8), name: '/Default/Shop' }] },
  ...{ date_start: '2026-01-01T00:00:00.000Z', date_expired: '2096-01-01T00:00:00.000Z' },
  ...{ accounts: ['root'], protocols: ['all'], actions: ['connect'], ...more },
});
const explanation = (more: Partial<Explanation> = {}): Explanation => ({
  ...{ outcome: 'allow', decided_by: null, hidden: [], command: null, filters: [], filters_count: 0 },
  steps: [step('user'), step('sign_in'), step('asset'), step('permission'), step('connection')],
  user: { id: ann, name: 'Ann', username: 'ann' },
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
const open = (told: unknown) =>
  openRoute('ExplainAccess', {
    query: { user: ann, asset: web },
    routes: {
      ...listOf(userDefinition, [{ id: ann, name: 'Ann', username: 'ann' }]),
      ...listOf(asset, [{ id: web, name: 'web-1', address: '10.0.0.7' }]),
      ...answerTo('GET /api/v1/perms/explain/choices/', choices),
      [`POST ${ASK}`]: told,
    },
  });
const asked = async (told: unknown) => {
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
  ).toEqual(['User', 'Sign-in rules', 'Asset', 'Permissions', 'Connection rules']);
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
  expect(screen.getByRole('link', { name: 'Old one' }).closest('li')?.textContent).toBe('Old oneExpired');
  expect(screen.getAllByText('Not reached')).toHaveLength(2);
  screen.getByText('Not considered, because you may not see them: Command filters.');
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
