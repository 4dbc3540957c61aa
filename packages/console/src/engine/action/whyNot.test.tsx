// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reasonOver } from '../../../test/actionsShown.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { QuickActions } from '../detail/QuickActions.tsx';
import { ToolbarAction } from '../list/actions/ToolbarAction.tsx';
import { RowActions } from './RowActions.tsx';

const NOT_MET = 'The conditions for this are not met.';
const off = { name: 'end', title: 'End', can: false };
const places = {
  'of a toolbar': <ToolbarAction action={off} />,
  'of a row': <RowActions actions={[off, { name: 'watch', title: 'Watch' }]} name="s1" />,
  'of a detail page': <QuickActions actions={[off]} />,
};

test.each(Object.entries(places))('B-8-015 a disabled action %s says why', async (_place, page) => {
  const { screen, user } = await renderPage({ page, routes: {} });
  const button = await screen.findByRole('button', { name: 'End' });
  expect(await reasonOver(user, button)).toBe(NOT_MET);
});

test('B-8-015 a disabled action with a reason of its own shows that reason', async () => {
  const { screen, user } = await renderPage({
    page: <ToolbarAction action={{ ...off, reason: 'It has ended' }} />,
    routes: {},
  });
  await user.hover(await screen.findByRole('button', { name: 'End' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('It has ended');
});
