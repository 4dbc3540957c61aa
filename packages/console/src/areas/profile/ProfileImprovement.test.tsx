import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { profileWith } from '../../../test/profileWith.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ProfileImprovement } from './ProfileImprovement.tsx';

const URL = '/api/v1/users/profile/';

test('B-5-033 the first sign-in continues only after agreeing to the terms', async () => {
  const { screen, user, server } = await renderPage({
    page: <ProfileImprovement />,
    routes: answerTo(`PATCH ${URL}`, answer(400, { wechat: ['Too long'] })),
  });
  const terms = await screen.findByRole('checkbox', { name: /\*?.*required$/ });
  const save = screen.getAllByRole('button').find((button) => button.className.includes('primary'));
  await user.click(save as HTMLElement);
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).not.toBeNull());
  expect(server.calls('PATCH', URL)).toHaveLength(0);
  await user.click(terms);
  await user.click(save as HTMLElement);
  await waitFor(() => expect(server.calls('PATCH', URL)[0]?.body).toMatchObject({ is_first_login: false }));
});

test.each([
  ['/users/groups?search=x', '/users/groups?search=x'],
  [undefined, '/'],
])('after the first sign-in a user who asked for %s continues at %s', async (askedPath, expected) => {
  const { screen, user, platform, router } = await renderPage({
    page: <ProfileImprovement />,
    routes: {
      ...answerTo(`PATCH ${URL}`, profileWith({})),
      ...answerTo(`GET ${URL}`, profileWith({ is_first_login: false })),
    },
  });
  platform.session.set({ askedPath });
  await user.click(await screen.findByRole('checkbox'));
  const save = screen.getAllByRole('button').find((button) => button.className.includes('primary'));
  await user.click(save as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(expected));
  expect(platform.session.get().askedPath).toBeUndefined();
});

test('a guide of the installation comes after the first sign-in', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { screen, user, router } = await renderPage({
    page: <ProfileImprovement />,
    routes: {
      ...answerTo(`PATCH ${URL}`, profileWith({})),
      ...answerTo(
        `GET ${URL}`,
        profileWith({ is_first_login: false, guide_url: 'https://guide.example/start' }),
      ),
    },
  });
  await user.click(await screen.findByRole('checkbox'));
  const save = screen.getAllByRole('button').find((button) => button.className.includes('primary'));
  await user.click(save as HTMLElement);
  await waitFor(() => expect(opened.mock.calls).toEqual([['https://guide.example/start', '_self']]));
  expect(router.state.location.pathname).toBe('/here');
});
