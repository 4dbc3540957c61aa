// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes, domainRows } from '../../../test/domains.ts';
import type { Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { pageOf } from '../../../test/sampleRow.ts';
import { ResourceDetailPage } from '../pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../pages/ResourceListPage.tsx';
import type { ListSlots } from './ListSlots.ts';

const AT = '/console/assets/domains';
const BUILT_IN = 'Built-in zones cannot be deleted.';
const abilities = [
  { abilities: ['update', 'destroy'], refusals: {} },
  { abilities: ['update'], refusals: { destroy: BUILT_IN } },
];
const rows = domainRows(2).map((row, index) => ({ ...row, ...abilities[index] }));
const input = {
  routes: {
    ...domainRoutes(0),
    [`GET ${DOMAINS}`]: ({ query }: Seen) => pageOf(query.abilities ? rows : domainRows(2)),
    [`GET ${DOMAINS}d2/`]: rows[1],
  },
  names: domainNames,
};

const list = (slots: ListSlots, perms = domainPerms) =>
  renderPage({
    ...input,
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={slots} />,
    caller: { perms },
    at: AT,
    pattern: AT,
  });

test('a list asks for abilities only where its mode says so', async () => {
  for (const mode of [{}, { abilities: true } as const]) {
    const { screen, server } = await list({ mode });
    await screen.findAllByRole('link', { name: 'zone-1' });
    const expected = mode.abilities && '1';
    await waitFor(() => expect(server.calls('GET', DOMAINS).at(-1)?.query.abilities).toBe(expected));
  }
});

const slots: ListSlots = {
  mode: { abilities: true },
  rowActions: (_, usual) => usual.filter(({ name }) => name !== 'clone'),
};

test('a row that a rule protects has its action disabled, with the reason of the server', async () => {
  const { screen, user } = await list(slots);
  const [first, second] = await screen.findAllByRole('button', { name: 'Delete' });
  expect(first?.getAttribute('aria-disabled')).toBe('false');
  expect(second?.getAttribute('aria-disabled')).toBe('true');
  await user.hover(second as HTMLElement);
  expect((await screen.findByRole('tooltip')).textContent).toBe(BUILT_IN);
  expect(screen.getAllByRole('link', { name: 'Update' })).toHaveLength(2);
});

test('abilities never allow what the user has no permission for', async () => {
  const { screen } = await list(slots, ['assets.view_domain']);
  for (const button of await screen.findAllByRole('button', { name: 'Delete' }))
    expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a detail page asks for abilities and disables what is refused', async () => {
  const { screen, user, server } = await renderPage({
    ...input,
    page: <ResourceDetailPage resource="assets.domain" url={DOMAINS} name="Domain" />,
    caller: { perms: domainPerms },
    at: `${AT}/d2`,
    pattern: `${AT}/:id`,
  });
  await user.click(await screen.findByRole('button', { name: 'More actions: zone-2' }));
  expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(screen.getByRole('button', { name: 'Update' }).hasAttribute('disabled')).toBe(false);
  expect(server.calls('GET', `${DOMAINS}d2/`).at(-1)?.query).toEqual({ abilities: '1' });
});
