// @vitest-environment jsdom
import { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

const id = 'a0000000-0000-4000-8000-000000000001';
const URL = '/api/v1/ops/job-approvals/';
const waiting = {
  ...{ id, material: 'shell:systemctl restart nginx', machines_amount: 501, is_standing: false },
  ...{ status: { value: 'waiting' as const, label: 'Waiting' }, abilities: ['approve', 'reject'] },
  applicant: { id: 'u1', name: 'Ann', username: 'ann' },
};
const content = {
  ...{ digest: 'd1', reason: '', type: 'adhoc' as const, name: 'restart', module: 'shell' },
  ...{ command: 'systemctl restart nginx\nsleep 5', parameters: { unit: 'nginx' }, chdir: '/srv' },
  ...{ runas: 'root', runas_policy: 'skip' as const, timeout: 60, canary: '1', canary_next: 'user' as const },
  ...{ batch: '', dry_run: false, schedule: '', reviewers: ['Boss(boss)'], files: [] },
};
const machine = (at: number) => ({ id: `m${at}`, name: `web-${at}`, address: `10.0.0.${at}` });

const open = (row: object = {}, asked: Partial<typeof content> = {}) =>
  openRoute('JobApprovalDetail', {
    params: { id },
    routes: {
      ...rowAt(jobapproval, id, { ...waiting, ...row } as never),
      ...answerTo(`GET ${URL}:id/content/`, { ...content, ...asked }, { id }),
      ...answerTo(
        `GET ${URL}:id/machines/`,
        ({ query }) => ({
          machines: [machine(query.offset === '0' ? 1 : 2)],
          has_more: query.offset === '0',
        }),
        { id },
      ),
      ...answerTo(`POST ${URL}:id/approve/`, { status: 'approved' }, { id }),
      ...answerTo(`POST ${URL}:id/reject/`, { status: 'rejected' }, { id }),
    },
  });

test('a reviewer sees all that would run, and approves exactly that', async () => {
  const { screen, user, server } = await open();
  const command = await screen.findByText(/systemctl restart nginx\s+sleep 5/);
  expect(command).toBeTruthy();
  for (const text of ['root', '/srv', '60 seconds at most', 'nginx', 'Boss(boss)'])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  await user.click(screen.getByRole('tab', { name: /Assets/ }));
  expect(await screen.findByText('web-1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('web-2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this job?' });
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(server.calls('POST', `${URL}${id}/approve/`)[0]?.body).toEqual({ digest: 'd1', comment: '' }),
  );
});

test('rejecting needs a reason', async () => {
  const { screen, user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject this job?' });
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(within(dialog).getByText('Enter a reason for the applicant.')).toBeTruthy();
  expect(server.calls('POST', `${URL}${id}/reject/`)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'not at noon');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(server.calls('POST', `${URL}${id}/reject/`)[0]?.body).toEqual({ comment: 'not at noon' }),
  );
});

test('what has changed since, or was requested by the reader, cannot be approved, and the page says why', async () => {
  const { screen } = await open({}, { reason: 'What would run has changed.' });
  expect((await screen.findByRole('alert')).textContent).toContain('What would run has changed.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true);
});

test('requests are listed with who asked, and lead to their pages; without the permission nothing leads there', async () => {
  const { abilities: _, ...row } = waiting;
  const { screen } = await openRoute('JobApprovalList', { routes: listOf(jobapproval, [row as never]) });
  const line = within((await screen.findByText(waiting.material)).closest('tr') as HTMLElement);
  expect(line.getByText('Waiting')).toBeTruthy();
  expect(line.getByRole('link', { name: waiting.material }).getAttribute('href')).toMatch(
    new RegExp(`/workbench/ops/approvals/${id}$`),
  );
  const names = createRouteNames(routeTable, new Set(allBut('ops.view_jobapproval')));
  expect(names.canOpen('JobApprovalList')).toBe(false);
});
