import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainOptions } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openDomains } from '../../../test/openDomains.tsx';

test('no headings and rows are drawn before the columns are known', async () => {
  const { promise: isReady, resolve: letArrive } = Promise.withResolvers<void>();
  const { screen, server } = await openDomains({
    routes: { [`OPTIONS ${DOMAINS}`]: () => isReady.then(() => domainOptions) },
    slots: { columns: { serial_num: { width: 90 } }, mode: { columns: ['name', 'serial_num', 'kind'] } },
  });
  await waitFor(() => expect(server.calls('GET', DOMAINS)).toHaveLength(1));
  const table = await screen.findByRole('table');
  expect(table.textContent).toBe('');
  expect(table.getAttribute('aria-busy')).toBe('true');
  letArrive();
  await within(table).findByRole('link', { name: 'zone-1' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['', 'Name', 'serial_num', 'Kind', 'Actions']);
});

test("a list whose metadata failed shows the page's own columns", async () => {
  const { screen } = await openDomains({
    routes: { [`OPTIONS ${DOMAINS}`]: answer(500, {}) },
    slots: { columns: { name: { title: 'Zone' } } },
  });
  await screen.findByRole('columnheader', { name: 'Zone' });
  await screen.findByText('zone-1');
});
