// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { renderShell } from '../../../test/renderShell.tsx';

test('a setting is found by its label, its key or its help, and leads to its field', async () => {
  const panel = {
    name: 'security_session' as const,
    category: 'security_session',
    page: 'security' as const,
    tab: 'Session',
    title: 'Sessions',
    dialog: false,
    can_change: true,
    groups: [
      {
        name: 'limits',
        title: 'Connections',
        settings: [
          { name: 'SECURITY_MAX_IDLE_TIME', label: 'Idle limit (minutes)', help: 'Ends quiet shells.' },
        ],
      },
    ],
  };
  const { screen, user, path } = await renderShell({
    at: '/console/users/groups',
    profile: {
      perms: [
        'rbac.view_console',
        'users.view_usergroup',
        'settings.view_setting',
        'settings.change_security',
      ],
    },
    routes: answerTo('GET /api/v1/settings/panels/', [panel]),
  });
  await screen.findByRole('heading', { name: 'Groups' });
  const open = async () => {
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Search and commands' });
  };
  for (const words of ['idle', 'MAX_IDLE', 'quiet']) {
    await open();
    await user.keyboard(words);
    await screen.findByRole('option', { name: /Idle limit/ });
    await user.keyboard('{Escape}');
  }
  await open();
  await user.keyboard('idle');
  await user.click(await screen.findByRole('option', { name: /Idle limit/ }));
  await waitFor(() => expect(path()).toBe('/settings/security?setting=SECURITY_MAX_IDLE_TIME'));
});

test('without the right to see settings, none is asked for or offered', async () => {
  const { screen, user, server } = await renderShell({
    at: '/console/users/groups',
    profile: { perms: ['rbac.view_console', 'users.view_usergroup'] },
    routes: answerTo('GET /api/v1/settings/panels/', []),
  });
  await screen.findByRole('heading', { name: 'Groups' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search and commands' });
  await user.keyboard('groups');
  await screen.findByRole('option', { name: /Groups/ });
  expect(server.calls('GET', '/api/v1/settings/panels/')).toEqual([]);
});
