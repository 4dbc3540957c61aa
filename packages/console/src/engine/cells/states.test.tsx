// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { BooleanCell } from '../fields/boolean/ui.tsx';
import { ConnectivityCell, ConnectivityPill } from './ConnectivityCell.tsx';
import { OnlyTrueWarning } from './OnlyTrueWarning.tsx';

test.each([
  ['ok', 'Reachable'],
  ['err', 'Unreachable'],
  ['-', 'Not checked'],
])('B-3-004 a connectivity of %s is shown as %s', async (value, text) => {
  const { screen } = await renderPage({
    page: <ConnectivityCell value={{ value, label: '' }} />,
    routes: {},
  });
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['cell', ConnectivityCell],
  ['pill', ConnectivityPill],
])('the result of a connectivity check shows its age, where that is known: %s', async (_, Cell) => {
  const checked = new Date(Date.now() - 120_000).toISOString();
  const { screen } = await renderPage({ page: <Cell value="ok" checked={checked} />, routes: {} });
  const text = await screen.findByText(/^Reachable/);
  expect(text.textContent).toBe('Reachable · 2 minutes ago');
  await renderPage({ page: <Cell value="err" checked={null} />, routes: {} });
  expect((await screen.findByText(/^Unreachable/)).textContent).toBe('Unreachable');
});

test.each([
  [true, 'Active'],
  [false, 'Inactive'],
])('B-4-014 %s in is_active is shown as %s', async (value, text) => {
  const { screen } = await renderPage({ page: <BooleanCell name="is_active" value={value} />, routes: {} });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a warning of a list is shown only when set; a screen reader reads both states', async () => {
  const { screen } = await renderPage({
    page: (
      <>
        <OnlyTrueWarning value={true} />
        <OnlyTrueWarning value={false} />
      </>
    ),
    routes: {},
  });
  expect(await screen.findByText('Yes')).toBeTruthy();
  expect(screen.getByText('No').className).toBe('visually-hidden');
});
