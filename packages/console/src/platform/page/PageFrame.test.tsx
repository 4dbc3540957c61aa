// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { PageFrame } from './PageFrame.tsx';

test('A-2.8-017 there is no back button on a dashboard', async () => {
  const dashboard = await renderPage({
    page: <PageFrame title="Home">x</PageFrame>,
    routes: {},
    at: '/console/dashboard',
  });
  await dashboard.screen.findByRole('heading', { name: 'Home' });
  expect(dashboard.screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('A-2.8-017 the back button is disabled while the history has two entries or fewer', async () => {
  const { screen } = await renderPage({
    page: <PageFrame title="Users">x</PageFrame>,
    routes: {},
    at: '/users',
  });
  const back = await screen.findByRole('button', { name: 'Back' });
  expect((back as HTMLButtonElement).disabled).toBe(true);
});

test('A-2.8-018 a page shows its help, facts and actions; a long title is cut', async () => {
  const long = 'x'.repeat(90);
  const { screen, user } = await renderPage({
    page: (
      <PageFrame title={long} help="About users" sub="12 users" extra={<button type="button">Create</button>}>
        body
      </PageFrame>
    ),
    routes: {},
  });
  expect(await screen.findByRole('heading', { name: `${'x'.repeat(80)}…` })).toBeTruthy();
  expect(screen.getByText('12 users')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByText('About users')).toBeTruthy();
});

test.each([
  ['a list', '/console/users', {}, 1440, true],
  ['a dashboard', '/console/dashboard', {}, 1440, false],
  ['a home', '/workbench/home', {}, 1440, false],
  ['a page that turns it off', '/console/users', { back: false }, 1440, false],
  ['a dashboard that turns it on', '/console/dashboard', { back: true }, 1440, true],
  ['a list on a phone', '/console/users', {}, 390, false],
  ['a detail on a phone', '/console/users/1', { above: '/console/users' }, 390, true],
  ['a page on a phone that turns it off', '/console/users', { back: false, above: '/x' }, 390, false],
  ['a page on a phone that turns it on', '/console/users', { back: true }, 390, true],
])(
  'page, settings and screen width decide whether there is a back button: %s',
  async (_what, at, props, width, isThere) => {
    const { screen } = await renderPage({
      page: (
        <PageFrame title="Users" {...props}>
          x
        </PageFrame>
      ),
      routes: {},
      at,
      width,
    });
    await screen.findByRole('heading', { name: 'Users' });
    expect(screen.queryByRole('button', { name: 'Back' }) !== null).toBe(isThere);
  },
);

test('without a previous page, Back leads to the page above', async () => {
  const { screen, user, router } = await renderPage({
    page: (
      <PageFrame title="Ann" above="/console/users">
        x
      </PageFrame>
    ),
    routes: {},
    at: '/console/users/1',
  });
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(router.state.location.pathname).toBe('/console/users');
});
