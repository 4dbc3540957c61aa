// @vitest-environment jsdom
import type { SettingProposal } from '@gatehouse/contract/calls/settingProposals.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { Proposals } from './Proposals.tsx';

const proposal = (id: string, more: Partial<SettingProposal> = {}): SettingProposal => ({
  ...{ id, category: 'security_auth', title: 'Authentication', proposed_by: 'Ada(ada)', is_own: false },
  ...{ date_created: '2031/01/02 03:04:05 +0000', date_expired: '2031/01/05 03:04:05 +0000', reason: '' },
  diff: [{ field: 'Require MFA', before: '0', after: '1' }],
  consequences: [],
  ...more,
});
const show = (proposals: SettingProposal[], category?: string) =>
  renderPage({
    page: <Proposals {...(category !== undefined && { category })} />,
    routes: {
      ...answerTo('GET /api/v1/settings/proposals/', proposals),
      ...answerTo('POST /api/v1/settings/proposals/:id/confirm/', undefined, { id: 'p1' }),
      ...answerTo('POST /api/v1/settings/proposals/:id/refuse/', undefined, { id: 'p1' }),
    },
  });

test('a change of another user is confirmed after a question that shows it, or refused', async () => {
  const consequences = [{ field: 'Require MFA', text: 'Users who must set up MFA: 7' }];
  const { screen, user, server } = await show([proposal('p1', { consequences })]);
  expect(await screen.findByText('Authentication, proposed by Ada(ada)')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByRole('row', { name: /Require MFA/ })).toBeTruthy();
  within(question).getByText(/: Users who must set up MFA: 7$/);
  expect(server.calls('POST', '/api/v1/settings/proposals/p1/confirm/')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(server.calls('POST', '/api/v1/settings/proposals/p1/confirm/')).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(server.calls('POST', '/api/v1/settings/proposals/p1/refuse/')).toHaveLength(1));
});

test('an own change is withdrawn, not confirmed; one that cannot be confirmed says why', async () => {
  const { screen } = await show([
    proposal('p1', { is_own: true }),
    proposal('p2', { reason: 'Changed again since then: Require MFA.' }),
  ]);
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
  expect(screen.getByText('Changed again since then: Require MFA.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('a panel shows what waits in its category', async () => {
  const { screen } = await show(
    [proposal('p1'), proposal('p2', { category: 'other', title: 'Other' })],
    'security_auth',
  );
  await screen.findByText(/^Authentication, /);
  expect(screen.queryByText(/^Other, /)).toBeNull();
});
