import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainRows } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openDomains } from '../../../test/openDomains.tsx';
import { pageOf } from '../../../test/sampleRow.ts';

/** A list of three domains that loses the first when it is deleted. */
const open = async () => {
  let rows = domainRows(3);
  const opened = await openDomains({
    routes: {
      [`GET ${DOMAINS}`]: () => pageOf(rows),
      [`DELETE ${DOMAINS}d1/`]: () => {
        rows = rows.slice(1);
        return answer(204);
      },
    },
  });
  const { screen, user } = opened;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-2' }));
  await screen.findByRole('button', { name: 'More actions (2)' });
  return { ...opened, change: (next: typeof rows) => (rows = next) };
};

test('Refresh clears the selection', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('button', { name: 'More actions' });
  expect(screen.getByRole('checkbox', { name: 'Select zone-1' })).toHaveProperty('checked', false);
});

test('a row deleted by its own action is removed from the selection', async () => {
  const { screen, user } = await open();
  await user.click(screen.getByRole('button', { name: 'More actions: zone-1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'zone-1' })).toBeNull());
  await screen.findByRole('button', { name: 'More actions (1)' });
});

test('deleting many names five of them and the number of the others', async () => {
  const { screen, user } = await openDomains({
    routes: { [`GET ${DOMAINS}`]: pageOf(domainRows(7)) },
  });
  for (const row of domainRows(7))
    await user.click(await screen.findByRole('checkbox', { name: `Select ${row.name}` }));
  await user.click(screen.getByRole('button', { name: 'More actions (7)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  const named = within(await screen.findByRole('dialog')).getAllByRole('listitem');
  expect(named.map(({ textContent }) => textContent)).toEqual([
    ...domainRows(5).map(({ name }) => name),
    'and 2 more',
  ]);
});

test('selected rows have the values of the last load', async () => {
  const { screen, user, change, platform } = await open();
  change(domainRows(3).map((row) => (row.id === 'd2' ? { ...row, name: 'renamed' } : row)));
  await platform.queryClient.invalidateQueries();
  await screen.findByRole('link', { name: 'renamed' });
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete selected' }));
  within(await screen.findByRole('dialog')).getByText('renamed');
});
