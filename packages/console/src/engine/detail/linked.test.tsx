// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ActivityTab } from './ActivityTab.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const TASK = '/core/ops/celery/task/0b8f6c1e-1111-4111-8111-111111111111/log/';

test.each([
  ['B-2-003 A-7-017', 'T', TASK, [`${TASK}?type=celery`, '_blank', 'width=900,height=600,noopener']],
  [
    'A-7-017',
    'L',
    '/ui/#/audit/audits/login-logs/l1',
    ['/ui/audit/audits/login-logs/l1', '_blank', 'noopener'],
  ],
])('%s a linked activity of kind %s opens where it belongs', async (_ids, r_type, detail_url, opened) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { screen, user } = await renderPage({
    page: <ActivityTab id="a1" />,
    routes: answerTo('GET /api/v1/audits/activities/', [
      { id: 'x', timestamp: '2031-01-02 03:04:05', content: 'It happened', detail_url, r_type },
    ]),
  });
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  expect(open).toHaveBeenCalledExactlyOnceWith(...(opened as [string, string, string]));
});
