import { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { detailRow } from '../../../../test/sampleRow.ts';
// @vitest-environment jsdom

import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, changing, listOf, rowAt } from '../../../../test/answerTo.ts';
import { meta, resourceOptions } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { FlowDetailPage, FlowFormPage, FlowListPage } from './FlowPages.tsx';

const FLOWS = '/api/v1/tickets/flows/';
const choices = (...names: string[]) => names.map((value) => ({ value, label: value }));
const fields = {
  type: meta({
    label: 'Type',
    kind: 'choice',
    type: 'labeled_choice',
    required: true,
    choices: choices('apply_asset'),
  }),
  approval_level: meta({
    label: 'Levels',
    kind: 'choice',
    type: 'labeled_choice',
    required: true,
    choices: [
      { value: 1, label: 'One level' },
      { value: 2, label: 'Two levels' },
    ],
  }),
  rules: meta({
    label: 'Approvers by level',
    kind: 'nested',
    type: 'list',
    required: true,
    child: {
      children: {
        strategy: meta({ choices: choices('super_admin', 'org_admin', 'super_org_admin', 'custom_user') }),
      },
    },
  }),
  org_name: meta({ label: 'Organization' }),
};
const options = resourceOptions('tickets.ticketflow', fields, {
  title: 'Approval flow',
  titles: 'Approval flows',
  label: 'type',
  list: { default: ['type', 'org_name', 'actions'], min: ['type', 'actions'], exclude: ['rules'] },
  form: [
    { group: 'basic', label: 'Basic', fields: ['type'] },
    { group: 'approval', label: 'Approval', fields: ['approval_level', 'rules'] },
  ],
  permissions: {
    view: 'tickets.view_ticketflow',
    add: 'superuser',
    change: 'tickets.change_ticketflow',
    delete: 'x',
  },
  operations: ['list', 'retrieve', 'create', 'update'],
  labels: false,
});
const flow = detailRow(ticketflow, {
  id: 'f1',
  type: { value: 'apply_asset', label: 'Access to assets' },
  approval_level: { value: 1, label: 'One level' },
  rules: [
    {
      level: 1,
      strategy: { value: 'super_admin', label: 'System administrators' },
      assignees_read_only: [],
      assignees_display: ['Administrator(admin)'],
    },
  ],
  org_id: ROOT_ORG_ID,
  org_name: 'GLOBAL',
});

const open = (
  page: React.ReactElement,
  input: { at?: string; pattern?: string; isRoot?: boolean; org?: Partial<typeof flow> } = {},
) =>
  renderPage({
    page,
    ...(input.at && { at: input.at }),
    ...(input.pattern && { pattern: input.pattern }),
    caller: {
      perms: ['tickets.view_ticketflow', 'tickets.change_ticketflow'],
      isRoot: input.isRoot ?? false,
    },
    names: {
      TicketFlow: '/tickets/flow',
      FlowDetail: '/tickets/flow/:id',
      TicketFlowUpdate: '/tickets/flow/:id/update',
    },
    routes: {
      [`OPTIONS ${FLOWS}`]: options,
      [`OPTIONS ${FLOWS}f1/`]: options,
      ...listOf(ticketflow, [{ ...flow, ...input.org }]),
      ...rowAt(ticketflow, 'f1', flow),
      ...changing(ticketflow, 'f1', { ...flow, id: 'f2' }),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 's1' }),
      ...listOf(user, [{ id: 'u1', name: 'Ann Lee', username: 'ann' }]),
    },
  });

test.each([false, true])(
  'A-2.5-010 flows link to their pages and can be changed, also in the global organization (%s)',
  async (isRoot) => {
    const { screen } = await open(<FlowListPage />, { isRoot });
    const name = await screen.findByRole('link', { name: 'Access to assets' });
    expect(name.getAttribute('href')).toBe('/tickets/flow/f1');
    const update = within(name.closest('tr') as HTMLElement).getByRole('link', { name: /Update/ });
    expect(update.getAttribute('href')).toBe('/tickets/flow/f1/update');
    expect(screen.getByText('All organizations')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  },
);

test('A-2.5-011 B-4-002 a flow shows the approvers of each level', async () => {
  const { screen } = await open(<FlowDetailPage />, { at: '/tickets/flow/f1', pattern: '/tickets/flow/:id' });
  const level = await screen.findByText('Level 1', { selector: 'dt' });
  expect(level.nextElementSibling?.textContent).toBe('System administratorsAdministrator (admin)');
  expect(screen.getByText('One level')).toBeTruthy();
});

test("an organization's own flow names the organization", async () => {
  const { screen } = await open(<FlowListPage />, { org: { org_id: 'o1', org_name: 'Harbour' } });
  await screen.findByRole('link', { name: 'Access to assets' });
  expect(screen.getByText('Harbour')).toBeTruthy();
});

test('A-2.5-013 A-6-063 B-4-002 a second level is added, its approvers are chosen by name, and the type stays', async () => {
  const { screen, user, server } = await open(<FlowFormPage />, {
    at: '/tickets/flow/f1/update',
    pattern: '/tickets/flow/:id/update',
  });
  expect(await screen.findByText(/The global flow stays unchanged/)).toBeTruthy();
  expect(screen.getAllByText('apply_asset')).toHaveLength(1);
  expect(screen.queryByRole('radio', { name: 'apply_asset' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Two levels' }));
  const second = await screen.findByRole('group', { name: 'Level 2' });
  expect(within(second).getAllByRole('radio')).toHaveLength(4);
  await user.click(within(second).getByRole('radio', { name: 'custom_user' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('Choose at least one approver for each level.')).length).toBeGreaterThan(
    0,
  );
  await user.click(within(second).getByRole('combobox', { name: 'Approvers at level 2' }));
  await user.click(await screen.findByText('Ann Lee (ann)'));
  expect(server.calls('GET', '/api/v1/users/users/')[0]?.query.oid).toBe(ROOT_ORG_ID);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${FLOWS}f1/`)[0]?.body).toEqual({
      type: 'apply_asset',
      approval_level: 2,
      rules: [{ strategy: 'super_admin' }, { strategy: 'custom_user', assignees: ['u1'] }],
    }),
  );
});

test('in the global organization its flow is changed directly: no copy is announced', async () => {
  const { screen } = await open(<FlowFormPage />, {
    at: '/tickets/flow/f1/update',
    pattern: '/tickets/flow/:id/update',
    isRoot: true,
  });
  expect(await screen.findByRole('group', { name: 'Level 1' })).toBeTruthy();
  expect(screen.queryByText(/The global flow stays unchanged/)).toBeNull();
});

test('A-2.5-012 a new flow starts with one level for the administrators', async () => {
  const { screen } = await open(<FlowFormPage />, { at: '/tickets/flow/create' });
  const type = await screen.findByRole<HTMLInputElement>('radio', { name: 'apply_asset' });
  expect([type.disabled, type.checked]).toEqual([false, false]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'One level' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'super_admin' }).checked).toBe(true);
  expect(screen.queryByRole('group', { name: 'Level 2' })).toBeNull();
});
