// @vitest-environment jsdom
import { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';
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
  await user.click(within(dialog).getByRole('button', { name: 'Let expire' }));
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

test('the page of a review lists its users with their latest session', async () => {
  const { screen } = await openRoute('AccessReviewDetail', {
    params: { id: 'r1' },
    tab: 'AccessReviewUsers',
    routes: {
      ...rowAt(accessreview, 'r1', open as never),
      [`OPTIONS ${URL}r1/users/`]: { actions: { GET: {} } },
      [`GET ${URL}r1/users/`]: pageOf([{ user: 'u1', user_display: 'Ada(ada)', date_last_used: null }]),
    },
  });
  const row = (await screen.findByRole('link', { name: /Ada/ })).closest('tr') as HTMLElement;
  expect(within(row).getByText('Never used')).toBeTruthy();
});
