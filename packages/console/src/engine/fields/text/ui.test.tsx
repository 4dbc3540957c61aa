import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { listScope } from '../../../../test/listScope.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ListScopeProvider } from '../../list/ListScope.tsx';
import { ui } from './ui.tsx';

/** Shows a cell in a list, for a user who may change its rows or, with `canUpdate` false, may not. */
const show = (name: string, value: unknown, over: Partial<FieldMeta> = {}, canUpdate = true) => {
  const { Cell } = ui;
  const page = (
    <ListScopeProvider value={listScope({ canUpdate })}>
      <Cell name={name} value={value} row={{ id: 'd1' }} meta={meta({ label: 'Field', ...over })} />
    </ListScopeProvider>
  );
  return renderPage({ page, routes: {} });
};

test.each([
  ['text', 'city', 'Lyon', {}, true],
  ['an address', 'address', '10.8.4.20', {}, true],
  ['a read-only comment', 'comment', 'first', { read_only: true }, true],
  ['a comment that the user may not change', 'comment', 'first', {}, false],
] as const)('%s is shown in a list and not edited in place', async (_what, name, value, over, canUpdate) => {
  const { screen } = await show(name, value, over, canUpdate);
  await screen.findByText(value);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a comment is edited in place by users who may change its row', async () => {
  const { screen } = await show('comment', 'first');
  await screen.findByText('first');
  expect(screen.getByRole('button', { name: 'Edit Field' })).toBeTruthy();
});

test('missing text is shown as a dash', async () => {
  const { screen } = await show('city', null);
  expect(await screen.findByText('–')).toBeTruthy();
});

test.each([
  ['created_by', 'Administrator (admin)'],
  ['comment', 'Administrator(admin)'],
])(
  'who or what the server names reads with a space; other texts stay as they are: %s',
  async (name, text) => {
    const { screen } = await show(name, 'Administrator(admin)');
    expect(await screen.findByText(text)).toBeTruthy();
  },
);
