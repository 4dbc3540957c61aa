// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ActivityTab } from './ActivityTab.tsx';

test('B-8-011 activities that fail to load are not shown as empty', async () => {
  let isBroken = true;
  const { screen, user } = await renderPage({
    page: <ActivityTab id="a1" />,
    routes: answerTo('GET /api/v1/audits/activities/', () =>
      isBroken ? answer(500, { error: 'Server internal error' }) : [],
    ),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toMatch(/^Loading failed\. Server error\./);
  expect(screen.queryByText('Nothing recorded yet')).toBeNull();
  isBroken = false;
  await user.click(retry);
  expect(await screen.findByText('Nothing recorded yet')).toBeTruthy();
});
