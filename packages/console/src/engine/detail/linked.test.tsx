// @vitest-environment jsdom
import { cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ActivityTab } from './ActivityTab.tsx';
import { openLinked, useTask } from './useTask.ts';

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
])('%s details of activities of kind %s open in a new window', async (_ids, r_type, detail_url, opened) => {
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

function Starter({ text }: { text?: string }) {
  const start = useTask();
  return (
    <button type="button" onClick={() => void start('/tasks/', { ids: ['a1'] }, text)}>
      Start
    </button>
  );
}
const startTask = async (task: object, text?: string) => {
  const page = await renderPage({ page: <Starter text={text} />, routes: { 'POST /tasks/': task } });
  await page.user.click(await page.screen.findByRole('button', { name: 'Start' }));
  return page;
};

test('starting a task shows a toast that links to its log', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { server, platform } = await startTask({ task: 't-1' });
  await expect.poll(() => platform.notify.store.get().toasts.length).toBe(1);
  const [toast] = platform.notify.store.get().toasts as {
    text: string;
    action?: { label: string; onClick: () => void };
  }[];
  expect(server.calls('POST', '/tasks/')[0]?.body).toEqual({ ids: ['a1'] });
  expect([toast?.text, toast?.action?.label]).toEqual(['Started. The result will follow.', 'Log']);
  toast?.action?.onClick();
  expect(open).toHaveBeenCalledExactlyOnceWith(
    '/core/ops/celery/task/t-1/log/?type=celery',
    '_blank',
    'width=900,height=600,noopener',
  );
});

test('a response without a task shows no log link, and a page may set the toast text', async () => {
  const { platform } = await startTask({}, 'Rotating the secret');
  await expect.poll(() => platform.notify.store.get().toasts.length).toBe(1);
  const [toast] = platform.notify.store.get().toasts as { text: string; action?: unknown }[];
  expect([toast?.text, toast?.action]).toEqual(['Rotating the secret', undefined]);
});

test.each([
  ['/core/ops/ansible/task/t-2/log/', '/core/ops/ansible/task/t-2/log/?type=ansible'],
  ['/core/ops/celery/task/t-2/logs', '/core/ops/celery/task/t-2/logs'],
  ['https://x.example/core/ops/celery/task/t/log/', 'https://x.example/core/ops/celery/task/t/log/'],
])('the link %s opens %s', (url, address) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  openLinked(url);
  expect(open.mock.calls.map(([to]) => to)).toEqual([address]);
});

const events = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    timestamp: '2031-01-02 03:04:05',
    content: `Event ${index}`,
    detail_url: index === 0 ? '/api/v1/audits/operate-logs/o1/' : '',
    r_type: 'O',
  }));

test('at most 30 activities are listed, and only those with details have a Details button', async () => {
  const { screen, server } = await renderPage({
    page: <ActivityTab id="a1" />,
    routes: answerTo('GET /api/v1/audits/activities/', events(31)),
  });
  await screen.findByText('Event 29');
  expect(screen.queryByText('Event 30')).toBeNull();
  expect(screen.getByText('Now')).toBeTruthy();
  expect(screen.queryByText('Nothing recorded yet')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Details' })).toHaveLength(1);
  expect(server.calls('GET', '/api/v1/audits/activities/')[0]?.query).toEqual({ resource_id: 'a1' });
});

test('the Details of an activity list the changed fields and can be closed', async () => {
  const change = (diff: object[]) =>
    renderPage({
      page: <ActivityTab id="a1" />,
      routes: {
        ...answerTo('GET /api/v1/audits/activities/', events(1)),
        'GET /api/v1/audits/operate-logs/o1/': { diff },
      },
    });
  const { screen, user } = await change([{ field: 'Name', before: 'old', after: 'new' }]);
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes' }));
  await dialog.findByText('1 field changed');
  expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Field',
    '− Before',
    '+ After',
  ]);
  for (const button of dialog.getAllByRole('button', { name: 'Close' }).slice(-1)) await user.click(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  const empty = await change([]);
  await empty.user.click(await empty.screen.findByRole('button', { name: 'Details' }));
  await empty.screen.findByText('No changes recorded.');
});
