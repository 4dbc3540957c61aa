import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import type { Seen } from '../../../test/fakeServer.ts';
import { openTerminals } from '../../../test/openTerminals.tsx';
import { grantedRow, pageOf } from '../../../test/sampleRow.ts';

const ASSETS = '/api/v1/perms/users/self/assets/';
const all = ['web', 'db', 'cache'].map((id) =>
  grantedRow({ id, name: id, address: `${id}.local`, is_active: true }),
);

const openPalette = async (routes: Record<string, unknown> = {}) => {
  localStorage.setItem('luna.recent.me.00000000-0000-0000-0000-000000000002', JSON.stringify(['db']));
  const page = await openTerminals({
    routes: {
      'GET /api/v1/assets/favorite-assets/': [{ asset: 'web' }, { asset: 'db' }],
      [`GET ${ASSETS}`]: ({ query }: Seen) =>
        pageOf(all.filter(({ id }) => (query.search ? id.includes(query.search) : true))),
      ...routes,
    },
  });
  const { screen, user } = page;
  await screen.findByRole('tree');
  await user.keyboard('{Alt>}k{/Alt}');
  const palette = within(screen.getByRole('dialog', { name: 'Connect to an asset' }));
  const field = palette.getByRole('combobox', { name: 'Connect to an asset' });
  const lines = () => palette.queryAllByRole('option').map((line) => line.textContent);
  const foot = () => palette.getByRole('status').textContent;
  const connecting = () => screen.queryByRole('dialog', { name: 'Connect' }) !== null;
  return { ...page, palette, field, lines, foot, connecting };
};

test('the palette starts with recent and favourite assets', async () => {
  const { palette, lines, foot, field } = await openPalette();
  expect(field.getAttribute('placeholder')).toBe('Name, address, comment');
  await palette.findByText('Favourites');
  expect(palette.getByRole('listbox', { name: 'Assets' })).toBeTruthy();
  expect(palette.getByText('Recent')).toBeTruthy();
  expect(lines()).toEqual(['dbdb.local', 'webweb.local']);
  expect(foot()).toBe('↑ ↓ choose · Enter connect · Esc close');
});

test('typing in the palette finds assets, arrow keys choose and Enter connects', async () => {
  const { palette, lines, user, field, server, connecting } = await openPalette();
  field.focus();
  await user.keyboard('e');
  await waitFor(() => expect(lines()).toEqual(['webweb.local', 'cachecache.local']));
  expect(palette.getByText('Assets')).toBeTruthy();
  expect(fireEvent.keyDown(field, { key: 'ArrowDown' })).toBe(false);
  const chosen = () =>
    palette.getAllByRole('option').findIndex((line) => line.getAttribute('aria-selected') === 'true');
  expect(chosen()).toBe(1);
  await user.keyboard('x');
  await waitFor(() => expect(lines()).toEqual([]));
  expect(palette.getByRole('status').textContent).toBe('No asset matches "ex"');
  await user.clear(field);
  await user.type(field, 'e');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(chosen()).toBe(0);
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })).toBe(true);
  expect(connecting()).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(server.calls('GET', `${ASSETS}web/`)).toHaveLength(1));
});

test('the palette marks assets that the web terminal cannot open', async () => {
  const { palette, lines } = await openPalette({
    ...answerTo('GET /api/v1/terminal/components/connect-methods/', {
      ssh: [
        { type: 'web', endpoint_protocol: 'http', value: 'web_cli', label: 'Web CLI', component: 'koko' },
      ],
    }),
    [`GET ${ASSETS}`]: pageOf([
      { ...all[1], protocols: [{ name: 'rdp', port: 3389 }] },
      { ...all[0], protocols: [{ name: 'ssh', port: 22 }] },
    ]),
  });
  await palette.findByText('RDP only');
  expect(lines()).toEqual(['dbdb.localRDP only, RDP only: the web terminal opens SSH', 'webweb.local']);
  expect(palette.getByRole('option', { name: /^db/ }).getAttribute('data-unopened')).toBe('true');
});
