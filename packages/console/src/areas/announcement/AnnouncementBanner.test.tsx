// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { AnnouncementBanner } from './AnnouncementBanner.tsx';

const show = (said: { ID: string; SUBJECT?: string; CONTENT?: string; LINK?: string }, isOn = true) =>
  renderPage({
    routes: {},
    page: (
      <>
        <p>page</p>
        <AnnouncementBanner />
      </>
    ),
    caller: { settings: { ANNOUNCEMENT_ENABLED: isOn, ANNOUNCEMENT: said } },
  });
const region = { name: 'Announcement' };

test.each<{ SUBJECT?: string; CONTENT?: string }>([
  { SUBJECT: 'Works on Sunday' },
  { CONTENT: 'Works on Sunday' },
])('an announcement needs a subject or a text: %o', async (said) => {
  const { screen } = await show({ ID: 'one', ...said });
  expect((await screen.findByRole('region', region)).textContent).toContain('Works on Sunday');
});

test.each([
  ['nothing to say', { ID: 'one' }, true],
  ['announcements switched off', { ID: 'one', SUBJECT: 'Works' }, false],
])('no announcement stands there with %s', async (_why, said, isOn) => {
  const { screen } = await show(said, isOn);
  expect(await screen.findByText('page')).toBeTruthy();
  expect(screen.queryByRole('region', region)).toBeNull();
});

test('a closed announcement goes and stays away', async () => {
  const { screen, user, platform } = await show({ ID: 'two', SUBJECT: 'Works' });
  await user.click(await screen.findByRole('button', { name: /Close/ }));
  await waitFor(() => expect(screen.queryByRole('region', region)).toBeNull());
  expect(platform.storage.get('AnnouncementViewed')).toBe('two');
});

test('an announcement links to web addresses only', async () => {
  const said = { SUBJECT: 'Works', CONTENT: 'On Sunday' };
  const web = await show({ ID: 'three', ...said, LINK: 'https://status.example.com' });
  const link = await web.screen.findByRole('link', { name: 'Read more' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://status.example.com',
    'noopener noreferrer',
  ]);
  cleanup();
  const { screen } = await show({ ID: 'four', ...said, LINK: 'javascript:alert(1)' });
  await screen.findByRole('region', region);
  expect(screen.queryByRole('link')).toBeNull();
});
