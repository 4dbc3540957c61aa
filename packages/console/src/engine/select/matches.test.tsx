// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { lazy, useState } from 'react';
import { expect, test } from 'vitest';
import { DOMAINS, domainPerms, domainRoutes } from '../../../test/domains.ts';
import type { Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { SelectorInput } from '../fields/selector/SelectorInput.tsx';
import { type RelatedInputs, RelatedInputsProvider } from './RelatedInputs.tsx';

const Matches = lazy(() => import('../list/MatchesDialog.tsx').then((m) => ({ default: m.MatchesDialog })));
const known: RelatedInputs = {
  inputs: {},
  Matches,
  selectors: {
    [DOMAINS]: () => [
      { name: 'name', label: 'Name', type: 'str', inTable: true },
      { name: 'comment', label: 'Comment', type: 'str', inTable: true },
      { name: 'kind', label: 'Kind', type: 'str' },
    ],
  },
};
const rule = { name: 'name', match: 'contains', value: 'zone' };

function Page() {
  const [value, onChange] = useState<unknown>({ type: 'attrs', attrs: [rule] });
  return (
    <RelatedInputsProvider value={known}>
      <SelectorInput
        name="domains"
        meta={{
          label: 'Domains',
          type: 'field',
          read_only: false,
          write_only: false,
          required: false,
          related: { url: DOMAINS, attrs: [] },
        }}
        value={value}
        onChange={onChange}
      />
    </RelatedInputsProvider>
  );
}

test('the count of matches opens a table of them, with the attributes marked for it', async () => {
  const rules = btoa(JSON.stringify({ type: 'attrs', attrs: [rule] }));
  const { screen, user, server } = await renderPage({
    page: <Page />,
    routes: domainRoutes(3),
    caller: { perms: domainPerms },
  });
  await user.click(await screen.findByRole('button', { name: '3 match now' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Domains: 3 match now');
  const table = await dialog.findByRole('table');
  await within(table).findByText('zone-1');
  const heads = within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent);
  expect(heads).toEqual(['Name', 'Comment']);
  const requests = server.calls('GET', DOMAINS).map(({ query }: Seen) => [query.attr_rules, query.limit]);
  expect(requests).toEqual([
    [rules, '1'],
    [rules, '15'],
  ]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});
