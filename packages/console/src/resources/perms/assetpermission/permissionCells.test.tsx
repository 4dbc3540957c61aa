// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { AccountsCell } from './permissionCells.tsx';

test.each([
  [['deploy'], 'deploy'],
  [['deploy', 'postgres'], '2 accounts'],
  [['@ALL'], 'All accounts'],
])('accounts %j of a permission read as %s', async (value, text) => {
  const { screen } = await renderPage({ page: <AccountsCell value={value} />, routes: {} });
  expect(await screen.findByText(text)).toBeTruthy();
});
