// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openTicket, said } from '../../../test/openTicket.tsx';
import { COMMENTS, REJECT, REQUESTS, ticketRow } from '../../../test/tickets.ts';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';

test.each([
  ['deeply nested quotations', '>'.repeat(2000)],
  ['endlessly nested emphasis', '_a__'.repeat(5000)],
])('B-4-001 a comment with %s does not break the page', async (_what, body) => {
  const { screen } = await openTicket(ticketRow(), {
    [`GET ${COMMENTS}`]: [
      said(body),
      ...Array.from({ length: 29 }, (_, at) => ({ ...said(body), id: `${at}` })),
    ],
  });
  const comments = await screen.findByRole('list', { name: 'Comments' });
  await waitFor(() => expect(comments.querySelectorAll('[class*=markdown]')).toHaveLength(30));
  expect(comments.textContent?.length).toBeLessThan(30 * 1300);
  expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
});

test('a long comment and earlier ones are shown on demand', async () => {
  const many = Array.from({ length: 60 }, (_, at) => said(`Remark ${at}.`));
  const long = said(Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n\n'));
  const { screen, user } = await openTicket(ticketRow(), { [`GET ${COMMENTS}`]: [...many, long] });
  const comments = await screen.findByRole('list', { name: 'Comments' });
  await within(comments).findByText('Line 3');
  expect(within(comments).queryByText('Line 29')).toBeNull();
  await user.click(within(comments).getByRole('button', { name: 'Show all' }));
  expect(within(comments).getByText('Line 29')).toBeTruthy();
  expect(within(comments).queryByText('Remark 10.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 11 earlier comments' }));
  expect(within(comments).getByText('Remark 0.')).toBeTruthy();
});

/** The previous level narrowed the request to one asset. */
const narrowed = (row: AssetTicket): AssetTicket => ({
  ...row,
  apply_assets: row.apply_assets.slice(0, 1),
  approval_step: { value: 2, label: 'Level 2' },
  date_updated: '2031/01/02 05:00:00 +0000',
});
const openChanging = async () => {
  const first = ticketRow({}, [{}, {}]);
  let row = first;
  const view = await openTicket(first, {
    [`GET ${REQUESTS}t1/`]: () => row,
    [`POST ${COMMENTS}`]: () => {
      row = narrowed(first);
      return answer(201, said('x'));
    },
  });
  await view.screen.findByTitle('app-02 (10.0.0.2)');
  const sayThis = async () => {
    await view.user.type(view.screen.getByRole('textbox', { name: 'Comment' }), 'Hm');
    await view.user.click(view.screen.getByRole('button', { name: 'Comment only' }));
  };
  const sent = () => view.server.calls('PATCH', `${REQUESTS}t1/approve/`)[0]?.body;
  return { ...view, sayThis, sent };
};
const ofSecondLevel = { apply_assets: ['a1'], approval_step: 2, seen: '2031/01/02 05:00:00 +0000' };

test('B-4-001 a request changed meanwhile is granted in its current state, not as first shown', async () => {
  const { screen, user, sayThis, sent } = await openChanging();
  await sayThis();
  await waitFor(() => expect(screen.queryByTitle('app-02 (10.0.0.2)')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Approve for / }));
  await waitFor(() => expect(sent()).toMatchObject(ofSecondLevel));
});

test('B-4-001 manual changes stay until the user looks at the changed request', async () => {
  const { screen, user, sayThis, sent } = await openChanging();
  const chosen = screen.getByTitle('app-01 (10.0.0.1)');
  await user.click(chosen.querySelector('[class*=remove]') as Element);
  await sayThis();
  expect(await screen.findByText(/The request has changed since you started/)).toBeTruthy();
  expect(screen.getByTitle('app-02 (10.0.0.2)')).toBeTruthy();
  const approve = screen.getByRole<HTMLButtonElement>('button', { name: /^Approve for / });
  expect(approve.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Show the current request' }));
  expect(await screen.findByTitle('app-01 (10.0.0.1)')).toBeTruthy();
  await waitFor(() => expect(screen.queryByTitle('app-02 (10.0.0.2)')).toBeNull());
  await user.click(approve);
  await waitFor(() => expect(sent()).toMatchObject(ofSecondLevel));
});

test('a refused decision posts no comment; the text stays, and leaving the page asks first', async () => {
  const { screen, user, server, router } = await openTicket(ticketRow(), {
    ...answerTo(REJECT, answer(409, { code: 'changed_meanwhile' }), { id: 't1' }),
  });
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(box, 'Too much');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(server.calls('GET', `${REQUESTS}t1/`).length).toBeGreaterThan(1));
  expect(server.calls('POST', COMMENTS)).toEqual([]);
  expect(box.value).toBe('Too much');
  void router.navigate('/tickets/assigned-tickets');
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/tickets/tickets/request-host-perm/t1');
});

test('a comment that could not be posted with its decision stays in the field, and the decision is sent only once', async () => {
  let row = ticketRow();
  let answers = 0;
  const { screen, user, server } = await openTicket(row, {
    [`GET ${REQUESTS}t1/`]: () => row,
    ...answerTo(
      REJECT,
      () => {
        row = ticketRow({
          state: { value: 'rejected', label: 'Rejected' },
          status: { value: 'closed', label: 'Finished' },
        });
        return 'ok';
      },
      { id: 't1' },
    ),
    [`POST ${COMMENTS}`]: () => {
      answers += 1;
      return answers === 1 ? answer(500, {}) : answer(201, said('x'));
    },
  });
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(box, 'Too much');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull());
  expect(box.value).toBe('Too much');
  await user.click(screen.getByRole('button', { name: 'Comment only' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull());
  expect(server.calls('POST', COMMENTS)).toHaveLength(2);
  expect(server.calls('PUT', `${REQUESTS}t1/reject/`)).toHaveLength(1);
});

test.each(['Tom Before(me)', 'Tom Before(tom.before)'])(
  'the applicant may withdraw, whatever name the request shows: %s',
  async (applicant) => {
    const { screen } = await openTicket(ticketRow({ applicant }, [{ assignees: ['ann'] }]));
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
  },
);

test('a closed request does not name who closed it', async () => {
  const { screen } = await openTicket(
    ticketRow(
      { state: { value: 'closed', label: 'Cancelled' }, status: { value: 'closed', label: 'Finished' } },
      [{ state: 'closed', by: 'Tom Rivera(tom)' }],
    ),
  );
  const stage = (await screen.findByText('Ended at level 1 without a decision')).closest('li');
  expect(stage?.textContent).not.toContain('Tom');
  expect(screen.getByText('Request ended without a decision')).toBeTruthy();
});
