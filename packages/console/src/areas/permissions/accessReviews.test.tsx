// @vitest-environment jsdom
import { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { cleanup, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow } from '../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { pageOf } from '../../../test/sampleRow.ts';

const URL = '/api/v1/perms/access-reviews/';

const status = (value: string, label: string) => ({ value, label });
const open = {
  ...{ id: 'r1', name: 'Night shift', status: status('open', 'Open'), is_overdue: true },
  ...{ date_last_used: null, abilities: ['decide'], refusals: { restore: 'Not expiring' } },
};
const other = { ...open, id: 'r2', name: 'Audit', is_overdue: false };
const ending = {
  ...{ id: 'r3', name: 'Migration', status: status('expired', 'Let expire'), is_overdue: false },
  ...{ date_last_used: null, abilities: ['restore'], refusals: { decide: 'Already decided' } },
};
const decided = {
  ...answerTo(`POST ${URL}decide/`, 'ok'),
  ...answerTo(`POST ${URL}restore/`, 'ok'),
};

const openList = async () => {
  const opened = await openRoute('AccessReviewList', {
    routes: { ...listOf(accessreview, [open, other, ending] as never), ...decided },
  });
  const rowOf = async (name: string) => (await opened.screen.findByText(name)).closest('tr') as HTMLElement;
  return { ...opened, rowOf };
};

test('a permission that was never used is confirmed with a comment', async () => {
  const { screen, user, server, rowOf } = await openList();
  const row = await rowOf('Night shift');
  expect(within(row).getByText('Overdue')).toBeTruthy();
  expect(within(row).getByText('Never used')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm Night shift?' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), 'yearly audit');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(server.calls('POST', `${URL}decide/`)[0]?.body).toEqual({
      ids: ['r1'],
      verdict: 'keep',
      comment: 'yearly audit',
      days: null,
    }),
  );
});

test('permissions are let expire in a week, unless the reviewer says when; ending at once warns', async () => {
  const { screen, user, server, rowOf } = await openList();
  await user.click(within(await rowOf('Audit')).getByRole('button', { name: 'Let expire' }));
  const dialog = await screen.findByRole('dialog', { name: 'Let Audit expire?' });
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'In 7 days' }).checked).toBe(true);
  await user.click(within(dialog).getByRole('radio', { name: 'Now' }));
  expect(within(dialog).getByText(/cannot be undone/)).toBeTruthy();
  await user.click(within(dialog).getByRole('radio', { name: 'In 30 days' }));
  const end = within(dialog).getByRole('button', { name: 'Let expire' });
  expect(end.className).toContain('dangerous');
  await user.click(end);
  await waitFor(() =>
    expect(server.calls('POST', `${URL}decide/`)[0]?.body).toMatchObject({
      ids: ['r2'],
      verdict: 'expire',
      days: 30,
    }),
  );
});

test('an expiry that has not happened yet is undone', async () => {
  const { screen, user, server, rowOf } = await openList();
  const row = await rowOf('Migration');
  expect(within(row).queryByRole('button', { name: 'Confirm' })).toBeNull();
  await user.click(within(row).getByRole('button', { name: 'Undo the expiry' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo the expiry of Migration?' });
  await user.click(within(dialog).getByRole('button', { name: 'Undo the expiry' }));
  await waitFor(() => expect(server.calls('POST', `${URL}restore/`)[0]?.body).toEqual({ ids: ['r3'] }));
});

test.each([
  ['users', 'AccessReviewUsers', { user: 'u1', user_display: 'Ada(ada)' }, /Ada/],
  ['assets', 'AccessReviewAssets', { asset: 'a1', asset_display: 'web-1(10.0.0.7)' }, /web-1/],
] as const)('the page of a review lists its %s with their latest session', async (kind, tab, row, name) => {
  const { screen } = await openRoute('AccessReviewDetail', {
    params: { id: 'r1' },
    tab,
    routes: {
      ...rowAt(accessreview, 'r1', open as never),
      [`OPTIONS ${URL}r1/${kind}/`]: { actions: { GET: {} } },
      [`GET ${URL}r1/${kind}/`]: pageOf([{ ...row, date_last_used: null }]),
    },
  });
  const shown = (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
  expect(within(shown).getByText('Never used')).toBeTruthy();
});

test.each([
  ['users.view_user', 'Users'],
  ['assets.view_asset', 'Assets'],
])('without %s the page of a review has no tab %s', async (missing, tab) => {
  const routes = {
    ...rowAt(accessreview, 'r1', open as never),
    [`OPTIONS ${URL}r1/users/`]: { actions: { GET: {} } },
    [`GET ${URL}r1/users/`]: pageOf([]),
  };
  const all = await openRoute('AccessReviewDetail', { params: { id: 'r1' }, routes });
  await all.screen.findByRole('tab', { name: new RegExp(`^${tab}`) });
  cleanup();
  const fewer = await openRoute('AccessReviewDetail', {
    params: { id: 'r1' },
    routes,
    caller: { perms: allBut(missing) },
  });
  const other = tab === 'Users' ? 'Assets' : 'Users';
  await fewer.screen.findByRole('tab', { name: new RegExp(`^${other}`) });
  expect(fewer.screen.queryByRole('tab', { name: new RegExp(`^${tab}`) })).toBeNull();
});

test.each([
  ['perms.change_accessreview', ['Confirm (off)', 'Let expire (off)']],
  ['perms.change_assetpermission', ['Confirm', 'Let expire (off)']],
])('without %s reviews are not decided, or not let expire', async (missing, actions) => {
  const { user } = await openRoute('AccessReviewList', {
    caller: { perms: allBut(missing) },
    routes: { ...listOf(accessreview, [open] as never), ...decided },
  });
  expect(await actionsOfRow(user, 'Night shift')).toEqual(actions);
});
