// @vitest-environment jsdom
import { playbookmethod } from '@gatehouse/contract/resources/assets/playbookmethod.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../../test/actionsShown.ts';
import { creating, rowAt } from '../../../../test/answerTo.ts';
import { openRoute } from '../../../../test/openRoute.tsx';

const URL = '/api/v1/assets/playbook-methods/';

test('a method is written with a playbook and the parameters that its form asks for', async () => {
  const { screen, user, server } = await openRoute('PlaybookMethodCreate', {
    caller: { isSuperuser: true },
    routes: creating(playbookmethod),
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Ping twice');
  await user.click(screen.getByRole('radio', { name: 'Ping' }));
  await user.click(screen.getByRole('checkbox', { name: 'Linux' }));
  await user.click(screen.getByRole('button', { name: 'Add parameter' }));
  const dialog = await dialogNamed('Add parameter');
  await user.type(await dialog.findByLabelText(/^Name/), 'count');
  await user.type(dialog.getByLabelText(/^Default/), '2');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('count')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', URL)).toHaveLength(1));
  expect(server.calls('POST', URL)[0]?.body).toMatchObject({
    ...{ name: 'Ping twice', automation: 'ping', types: ['linux'] },
    playbook: expect.stringContaining('hosts: all'),
    params: [{ name: 'count', default: '2' }],
  });
});

test('the page of a method shows its playbook and the names of its parameters', async () => {
  const params = [{ name: 'count', label: 'How often', default: '3', help_text: '' }];
  const row = { id: 7, name: 'Ping twice', playbook: '- hosts: all\n  tasks: []', params };
  const { screen } = await openRoute('PlaybookMethodDetail', {
    caller: { isSuperuser: true },
    params: { id: '7' },
    routes: rowAt(playbookmethod, '7', row),
  });
  expect((await screen.findByText(/hosts: all/)).tagName).toBe('PRE');
  expect(screen.getByText('count')).toBeTruthy();
});
