// @vitest-environment jsdom
import { sitemessage } from '@gatehouse/contract/resources/notifications/sitemessage.ts';
import { act, renderHook, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { renderShell } from '../../../test/renderShell.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import { onChanged, useIsTold } from '../../platform/changes.ts';

const url = '/api/v1/notifications/site-messages/';
const MARK = `PATCH ${url}mark-as-read/` as const;
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const messageOf = (id: string, subject: string, date = ago(0)) =>
  listRow(sitemessage, {
    id,
    has_read: false,
    read_at: null,
    date_created: date,
    content: {
      id: `c-${id}`,
      subject,
      message: `<p>Text of <b>${subject}</b></p>`,
      sender: 'System',
      date_created: date,
      date_updated: date,
    },
  });
type Message = ReturnType<typeof messageOf>;

/** Routes of a server with these messages; marking them as read changes them. */
const routesOf = (box: Message[]) => {
  const unread = () => box.filter((message) => !message.has_read);
  const mark = (some: Message[]) => {
    for (const request of some) request.has_read = true;
    return { detail: 'ok' } as const;
  };
  return {
    [`GET ${url}`]: ({ query }: Seen) => {
      const found = query.has_read === 'false' ? unread() : box;
      const from = Number(query.offset);
      return { ...pageOf(found), results: found.slice(from, from + Number(query.limit)) };
    },
    ...answerTo(`GET ${url}unread-total/`, () => ({ total: unread().length })),
    ...answerTo(MARK, ({ body }) =>
      mark(box.filter((message) => (body as { ids: string[] }).ids.includes(message.id))),
    ),
    ...answerTo(`PATCH ${url}mark-as-read-all/`, () => mark(box)),
  };
};

const open = async (box: Message[], more: Partial<Parameters<typeof renderShell>[0]> = {}) => {
  const { routes, ...rest } = more;
  const shown = await renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console', 'users.view_user'] },
    routes: { ...routesOf(box), ...(routes ?? {}) },
    ...rest,
  });
  const bell = await shown.screen.findByRole('button', { name: /^Site messages/ });
  const push = (count: number) =>
    act(() => live().onmessage?.({ data: JSON.stringify({ type: 'unread_count', unread_count: count }) }));
  const openDrawer = async () => {
    await shown.user.click(bell);
    return shown.screen.findByRole('dialog', { name: 'Site messages' });
  };
  /** The dialog above the drawer; in tests the library gives every title the same id, so it has no name. */
  const dialogAbove = async (title: string) => {
    const dialog = await waitFor(() => {
      const [, above] = shown.screen.getAllByRole('dialog');
      if (!above) throw new Error('no second dialog');
      return above;
    });
    await within(dialog).findByText(title);
    return dialog;
  };
  return { ...shown, bell, push, openDrawer, dialogAbove };
};
const live = (): FakeSocket => {
  const last = FakeSocket.all.at(-1);
  if (!last) throw new Error('no socket');
  return last;
};

test("A-2.9-008 A-2.9-045 A-7-022 the bell's count follows the server", async () => {
  const { bell, push } = await open([]);
  expect(live().url).toMatch(/\/ws\/notifications\/site-msg\/$/);
  expect(bell.getAttribute('aria-label')).toBe('Site messages');
  push(3);
  expect(bell.getAttribute('aria-label')).toBe('Site messages, 3 unread');
  expect(bell.textContent).toBe('3');
  push(0);
  expect(bell.textContent).toBe('');
});

test('pages that follow a collection learn over the same connection that it changed', async () => {
  const { bell, push } = await open([]);
  const changed = vi.fn();
  onTestFinished(onChanged(changed));
  push(2);
  expect(changed).not.toHaveBeenCalled();
  for (const data of [{ type: 'changed', path: '/api/v1/terminal/sessions/' }, { type: 'changed' }, null])
    act(() => live().onmessage?.({ data: JSON.stringify(data) }));
  expect(changed.mock.calls).toEqual([['/api/v1/terminal/sessions/']]);
  expect(bell.textContent).toBe('2');
});

test('pages know which collections the server tells of, until the connection is lost', async () => {
  await open([]);
  const sessions = renderHook(() => useIsTold('["list","/api/v1/terminal/sessions/",{}]')).result;
  const users = renderHook(() => useIsTold('/api/v1/users/users/')).result;
  expect(sessions.current).toBe(false);
  const follow = () => {
    const frame = { type: 'following', paths: ['/api/v1/terminal/sessions/'] };
    act(() => live().onmessage?.({ data: JSON.stringify(frame) }));
  };
  follow();
  expect([sessions.current, users.current]).toEqual([true, false]);
  const first = live();
  act(() => first.drop());
  expect(sessions.current).toBe(false);
  await waitFor(() => expect(live()).not.toBe(first));
  follow();
  expect(sessions.current).toBe(true);
});

test('A-9-001 the badge shows "99+" for more than 99 messages', async () => {
  const { bell, push } = await open([]);
  push(99);
  expect(bell.textContent).toBe('99');
  push(120);
  expect(bell.textContent).toBe('99+');
});

test('A-8-019 A-8-020 an outage of the live connection is reported once, and it reconnects', async () => {
  const { screen, bell, push } = await open([messageOf('a', 'One')]);
  const first = live();
  act(() => first.drop());
  expect(await screen.findByText('The live connection could not be opened.')).toBeTruthy();
  await waitFor(() => expect(bell.textContent).toBe('1'));
  await waitFor(() => expect(live()).not.toBe(first));
  act(() => live().open());
  push(4);
  expect(bell.textContent).toBe('4');
  act(() => live().drop());
  expect(await screen.findByText('The live connection was closed.')).toBeTruthy();
  expect(screen.queryByText('The live connection could not be opened.')).toBeNull();
});

test('A-7-019 A-2.9-042 A-2.9-046 the drawer lists 15 unread messages with subject, text and date', async () => {
  const box = [
    messageOf('six', 'Six days', ago(6.1)),
    messageOf('eight', 'Eight days', ago(8)),
    ...Array.from({ length: 14 }, (_, number) => messageOf(`m${number}`, `Number ${number}`, ago(9))),
  ];
  const first = box[0] as Message;
  first.content.message = '<p>Words</p><script>alert(1)</script><img src=x onerror=alert(1)>';
  const { openDrawer, server, user } = await open(box);
  const drawer = await openDrawer();
  await within(drawer).findByText('Six days');
  expect(server.calls('GET', url)[0]?.query).toEqual({ offset: '0', limit: '15', has_read: 'false' });
  const rows = within(drawer).getAllByRole('listitem');
  expect(rows).toHaveLength(15);
  expect(rows[0]?.textContent).toContain('Words');
  expect(rows[0]?.textContent).toContain('6 days ago');
  expect(rows[0]?.textContent).not.toContain('alert');
  expect(rows[1]?.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await user.click(within(drawer).getByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(16));
  expect(within(drawer).queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('A-2.9-042 a whole message is formatted, but runs no script; closing it marks it as read', async () => {
  const box = [messageOf('a', 'Tonight')];
  (box[0] as Message).content.message =
    '<p onclick="x()">Down at <b>10</b> <a href="javascript:alert(1)">why</a> <a href="/ui/">more</a></p><script>alert(1)</script><iframe src="//evil"></iframe>';
  const { openDrawer, dialogAbove, user, bell, push } = await open(box);
  push(1);
  const drawer = await openDrawer();
  await user.click(await within(drawer).findByRole('button', { name: /Tonight.*System/ }));
  const dialog = await dialogAbove('Tonight');
  expect(within(dialog).getByText('10').tagName).toBe('B');
  expect(within(dialog).getByText('more').getAttribute('href')).toBe('/ui/');
  expect(within(dialog).getByText('why').hasAttribute('href')).toBe(false);
  expect(dialog.querySelector('script, iframe, [onclick]')).toBeNull();
  expect(dialog.textContent).not.toContain('alert');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(await within(drawer).findByText('No unread messages')).toBeTruthy();
  await waitFor(() => expect(bell.textContent).toBe(''));
});

test('A-2.9-043 A-7-020 one message, then several selected ones, are marked as read and leave the list', async () => {
  const box = ['One', 'Two', 'Three', 'Four'].map((subject) => messageOf(subject, subject));
  const { openDrawer, user, server, bell } = await open(box);
  const drawer = await openDrawer();
  await user.click(await within(drawer).findByRole('button', { name: 'Mark as read: Two' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(3));
  await user.click(within(drawer).getByRole('checkbox', { name: 'Select One' }));
  await user.click(within(drawer).getByRole('checkbox', { name: 'Select Four' }));
  await user.click(within(drawer).getByRole('button', { name: 'Mark 2 as read' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(1));
  expect(server.calls('PATCH', `${url}mark-as-read/`).map(({ body }) => body)).toEqual([
    { ids: ['Two'] },
    { ids: ['One', 'Four'] },
  ]);
  await waitFor(() => expect(bell.textContent).toBe('1'));
  await user.click(within(drawer).getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(4));
  expect(within(drawer).getAllByRole('checkbox')).toHaveLength(1);
});

test('a message marked as read passes the focus to the next one, the last one to the drawer', async () => {
  const { openDrawer, user } = await open(['One', 'Two'].map((subject) => messageOf(subject, subject)));
  const drawer = await openDrawer();
  const mark = (subject: string) => within(drawer).getByRole('button', { name: `Mark as read: ${subject}` });
  await within(drawer).findByText('One');
  await user.click(mark('One'));
  await waitFor(() => expect(within(drawer).queryByText('One')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(mark('Two')));
  await user.keyboard('{Enter}');
  await within(drawer).findByText('No unread messages');
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
});

test('a message read in its dialog passes the focus to the next one', async () => {
  const box = [messageOf('a', 'First'), messageOf('b', 'Two')];
  (box[0] as Message).content.message = '<p>Words</p>';
  const { openDrawer, dialogAbove, user } = await open(box);
  const drawer = await openDrawer();
  await user.click(await within(drawer).findByRole('button', { name: /First.*System/ }));
  const dialog = await dialogAbove('First');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(1));
  const next = within(drawer).getByRole('button', { name: /Two.*System/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('A-2.9-044 A-7-021 all are marked as read after a confirmation; list and badge are empty', async () => {
  const { openDrawer, dialogAbove, user, bell, push, server } = await open([
    messageOf('a', 'One'),
    messageOf('b', 'Two'),
  ]);
  push(2);
  const drawer = await openDrawer();
  await within(drawer).findByText('One');
  await user.click(within(drawer).getByRole('button', { name: 'Mark all as read' }));
  const question = await dialogAbove('Mark all messages as read?');
  expect(server.calls('PATCH', `${url}mark-as-read-all/`)).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Mark all as read' }));
  expect(await within(drawer).findByText('No unread messages')).toBeTruthy();
  await waitFor(() => expect(bell.textContent).toBe(''));
  expect(server.calls('PATCH', `${url}mark-as-read-all/`)[0]?.body).toEqual({});
});

test('a message that arrives while the drawer is open joins the list', async () => {
  const box = [messageOf('a', 'One')];
  const { openDrawer, push } = await open(box);
  const drawer = await openDrawer();
  await within(drawer).findByText('One');
  box.unshift(messageOf('b', 'Just now'));
  push(2);
  expect(await within(drawer).findByText('Just now')).toBeTruthy();
});

test('A-8-018 a refusal shows its own text, and the list can be reloaded', async () => {
  const box = [messageOf('a', 'One')];
  const routes = routesOf(box);
  let isDown = true;
  const { openDrawer, screen, user } = await open(box, {
    routes: {
      [`GET ${url}`]: (seen: Seen) =>
        isDown
          ? answer(503, { detail: 'Messages rest' })
          : (routes[`GET ${url}`] as (request: Seen) => unknown)(seen),
      ...answerTo(MARK, answer(400, { detail: 'Not this one' })),
    },
  });
  const drawer = await openDrawer();
  await within(drawer).findByText('The messages could not be loaded');
  isDown = false;
  await user.click(within(drawer).getByRole('button', { name: 'Try again' }));
  await user.click(await within(drawer).findByRole('button', { name: 'Mark as read: One' }));
  expect(await screen.findByText('Not this one')).toBeTruthy();
  expect(within(drawer).getAllByRole('listitem')).toHaveLength(1);
});

test.each([
  [1280, '380px'],
  [800, '70%'],
])('A-9-002 at %i px the drawer is %s wide, and Escape closes it', async (width, size) => {
  const { openDrawer, user, screen, bell } = await open([], { width });
  const drawer = await openDrawer();
  const frame = drawer.closest<HTMLElement>('.ant-drawer-content-wrapper');
  expect(frame?.style.width).toBe(size);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bell.getAttribute('aria-expanded')).toBe('false'));
  await waitFor(() => expect(screen.queryByText('No unread messages')).toBeNull());
});
