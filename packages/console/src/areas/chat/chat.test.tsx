// @vitest-environment jsdom
import { chatconversation } from '@gatehouse/contract/resources/settings/chatconversation.ts';
import type { ChatFrame } from '@gatehouse/contract/wire/chat.ts';
import { SIGNED_OUT_CODE } from '@gatehouse/contract/wire/siteMessages.ts';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { renderShell } from '../../../test/renderShell.tsx';
import { pageLoaderOf } from '../../app/pages/pageLoaders.ts';
import { routeTable } from '../../app/routes/table.ts';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';

const prompts = '/api/v1/settings/chatai-prompts/';
const CONVERSATION = '0b8f6c1e-1111-4111-8111-111111111111';

const lines = () => FakeSocket.all.filter(({ url }) => url.endsWith('/kael/chat/system/'));
const line = () => lines().at(-1) as FakeSocket;
const hear = (more: Partial<ChatFrame>) =>
  act(() =>
    line().onmessage?.({
      data: JSON.stringify({
        type: 'message',
        id: 'a1',
        role: 'assistant',
        content: '',
        create_time: '2031-01-01T00:00:00Z',
        conversation_id: CONVERSATION,
        ...more,
      }),
    }),
  );
const questions = () =>
  line()
    .sent.filter((text) => String(text).startsWith('{'))
    .map((text) => JSON.parse(String(text)));

const show = async (more: Partial<Parameters<typeof renderShell>[0]> = {}) => {
  const { settings, routes, ...rest } = more;
  return renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console', 'users.view_user'] },
    settings: { CHAT_AI_ENABLED: true, ...settings },
    routes: {
      ...answerTo('GET /api/v1/settings/chatai-prompts/', [
        { name: 'Runbook', content: 'Write a runbook' },
        { name: 'Translate', content: 'Translate it' },
      ]),
      ...listOf(chatconversation, [
        { id: CONVERSATION, title: 'Old question', date_updated: '2031/01/01 00:00:00 +0000' },
      ]),
      ...rowAt(chatconversation, CONVERSATION, {
        messages: [
          { id: 'q', role: 'user', content: 'Old question', create_time: '' },
          { id: 'a', role: 'assistant', content: 'Old answer', create_time: '' },
        ],
      }),
      ...answerTo('POST /kael/interrupt_current_ask/', { detail: 'ok' }),
      ...routes,
    },
    ...rest,
  });
};
const handleOf = (screen: Awaited<ReturnType<typeof show>>['screen']) =>
  screen.findByRole('button', { name: 'Open the assistant' });

const open = async (more: Partial<Parameters<typeof renderShell>[0]> = {}, isConnected = true) => {
  const shown = await show(more);
  await shown.user.click(await handleOf(shown.screen));
  const drawer = await shown.screen.findByRole('dialog', { name: 'Assistant' });
  const box = await within(drawer).findByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
  if (isConnected) act(() => line().open());
  const ask = async (text: string) => {
    await shown.user.type(box, `${text}{Enter}`);
  };
  return { ...shown, drawer, box, ask, inside: within(drawer) };
};

test('A-2.9-024 the assistant is beside every page where the installation has one, 440 px wide', async () => {
  const { drawer, user, screen } = await open();
  expect(drawer.style.width).toBe('440px');
  await user.keyboard('{Escape}');
  expect(drawer.hidden).toBe(true);
  expect(document.activeElement).toBe(await handleOf(screen));
});

test('a question asked while connecting is sent as soon as the connection is open', async () => {
  const { inside, ask, box } = await open({}, false);
  await ask('Too early?');
  expect(questions()).toEqual([]);
  expect(inside.getByText('Too early?')).toBeTruthy();
  expect(box.value).toBe('');
  act(() => line().open());
  expect(questions()).toEqual([expect.objectContaining({ content: 'Too early?' })]);
  hear({ content: 'Not at all' });
  expect(await inside.findByText('Not at all')).toBeTruthy();
});

test('a question asked while connecting is reported as lost if connecting fails', async () => {
  const { inside, ask } = await open({}, false);
  await ask('Anybody?');
  act(() => line().drop());
  expect(inside.getByRole('alert').textContent).toContain('The connection to the assistant was lost.');
  act(() => line().open());
  expect(questions()).toEqual([]);
});

test('A-2.9-024 an assistant that is switched off does not appear', async () => {
  const { screen } = await show({ settings: { CHAT_AI_ENABLED: false } });
  await screen.findByText('the page');
  expect(screen.queryByRole('button', { name: 'Open the assistant' })).toBeNull();
  expect(lines()).toEqual([]);
});

const topOf = (handle: HTMLElement) => Number.parseFloat(handle.style.getPropertyValue('--top'));
const drag = (handle: HTMLElement, by: number) => {
  fireEvent.pointerDown(handle, { clientX: 100, clientY: 300 });
  fireEvent.pointerMove(handle, { clientX: 100, clientY: 300 + by });
  fireEvent.pointerUp(handle, { clientX: 100, clientY: 300 + by });
  fireEvent.click(handle);
};

test('A-9-003 A-2.9-024 a press that moves up to 5 px opens the assistant, a longer one only drags its button', async () => {
  const { screen } = await show();
  const handle = await handleOf(screen);
  const before = topOf(handle);
  drag(handle, -120);
  expect(topOf(handle)).toBe(before - 120);
  expect(screen.queryByRole('dialog')).toBeNull();
  drag(handle, 6);
  expect(topOf(handle)).toBe(before - 114);
  expect(screen.queryByRole('dialog')).toBeNull();
  drag(handle, 5);
  expect(topOf(handle)).toBe(before - 114);
  expect(await screen.findByRole('dialog', { name: 'Assistant' })).toBeTruthy();
  fireEvent.keyDown(handle, { key: 'ArrowDown' });
  expect(topOf(handle)).toBe(before - 90);
});

test('B-2-013 the assistant has a bar of tabs at its end and a button for a new chat', async () => {
  const { inside, user } = await open();
  const tabs = inside.getByRole('tablist', { name: 'Assistant views' });
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map((tab) => tab.getAttribute('aria-label')),
  ).toEqual(['Chat', 'History']);
  expect(tabs.parentElement?.lastElementChild).toBe(tabs);
  expect(inside.getByRole('button', { name: 'New chat' })).toBeTruthy();
  await user.click(within(tabs).getByRole('tab', { name: 'History' }));
  await user.click(await inside.findByRole('button', { name: /^Old question/ }));
  expect(await inside.findByText('Old answer')).toBeTruthy();
  expect(within(tabs).getByRole('tab', { selected: true }).getAttribute('aria-label')).toBe('Chat');
});

test('B-2-014 the introduction offers two questions, which fill the input', async () => {
  const { inside, user, box } = await open();
  const intro = inside.getByRole('region', { name: 'Introduction' });
  const offered = within(intro).getAllByRole('button');
  expect(offered.map((element) => element.textContent)).toEqual([
    'Explain a risky command',
    'Draft a command rule',
  ]);
  await user.click(offered[0] as HTMLElement);
  expect(box.value).toMatch(/^Explain what this command does/);
  expect(document.activeElement).toBe(box);
});

test('B-2-015 B-3-034 B-7-017 a prompt can be chosen and is sent with the question', async () => {
  const { inside, user, screen, ask, server } = await open();
  expect(inside.getByRole('log', { name: 'Conversation' })).toBeTruthy();
  expect(server.calls('GET', prompts)).toEqual([]);
  await user.click(inside.getByRole('button', { name: /Prompts/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Runbook' }));
  expect(server.calls('GET', prompts)).toHaveLength(1);
  expect(inside.getByText('Prompt: Runbook')).toBeTruthy();
  await ask('For a database');
  expect(questions()).toEqual([
    { content: 'For a database', prompt: 'Write a runbook', conversation_id: '' },
  ]);
});

test('B-5-058 B-5-057 Enter sends, Shift+Enter is a new line, blank text is ignored', async () => {
  const { user, box } = await open();
  await user.type(box, '{Enter}   {Enter}');
  expect(questions()).toEqual([]);
  await user.clear(box);
  await user.type(box, 'one{Shift>}{Enter}{/Shift}two');
  expect(box.value).toBe('one\ntwo');
  await user.type(box, '{Enter}');
  expect(questions().map(({ content }) => content)).toEqual(['one\ntwo']);
  expect(box.value).toBe('');
});

test('B-5-059 during input-method composition Enter does not send, but Ctrl+Enter does', async () => {
  const { box } = await open();
  fireEvent.change(box, { target: { value: '堡垒' } });
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  // Safari reports the Enter that ends a composed word only after composition has ended.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(questions()).toEqual([]);
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true, isComposing: true });
  expect(questions().map(({ content }) => content)).toEqual(['堡垒']);
});

test('B-3-036 B-4-030 an answer grows as Markdown, with code that can be copied', async () => {
  const { inside, ask, box, user } = await open();
  await ask('How?');
  expect(inside.getByText('Thinking…')).toBeTruthy();
  hear({ content: 'Use **this**' });
  expect(inside.queryByText('Thinking…')).toBeNull();
  expect(inside.getByText('this').tagName).toBe('STRONG');
  await user.type(box, 'Too early{Enter}');
  expect(questions()).toHaveLength(1);
  expect(inside.getByRole('button', { name: 'Stop' })).toBeTruthy();
  hear({ type: 'finish', content: 'Use **this**:\n\n```sh\nls -la <dir>\n```' });
  const code = inside.getByText('ls -la <dir>').closest('div') as HTMLElement;
  const written = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
  await user.click(within(code).getByRole('button', { name: 'Copy' }));
  expect(written).toHaveBeenCalledWith('ls -la <dir>');
  expect(inside.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(inside.getByRole('button', { name: 'Ask again' })).toBeTruthy();
});

test('nothing in an answer becomes markup, and its links lead only to the web', async () => {
  const { drawer, inside, ask } = await open();
  await ask('Trick me');
  const evil =
    '<img src=x onerror=alert(1)> <script>alert(2)</script>\n\n[bad](javascript:alert(3)) [data](data:text/html,x) ![spy](https://spy.example/p.png) [good](https://example.com/a) &lt;b&gt;\n\n| a | b |\n|--|--|\n| 1 | `2` |\n\n- [x] done\n\n> said\n\n1. first';
  hear({ type: 'finish', content: evil });
  const answer = inside.getByRole('log');
  expect(drawer.querySelector('img, script')).toBeNull();
  expect(
    within(answer)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://spy.example/p.png', 'https://example.com/a']);
  expect(within(answer).getByRole('link', { name: 'good' }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(answer.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(answer.textContent).toContain('<b>');
  expect(within(answer).getByRole('table')).toBeTruthy();
});

test('B-7-019 stopping names the conversation to the server', async () => {
  const { inside, ask, user, server } = await open();
  await ask('Everything');
  hear({ content: 'Half' });
  await user.click(inside.getByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(server.calls('POST', '/kael/interrupt_current_ask/').map(({ body }) => body)).toEqual([
      { id: CONVERSATION },
    ]),
  );
  expect(inside.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('the focus stays inside the assistant when the focused button disappears', async () => {
  const { inside, ask, user, box } = await open();
  await ask('Everything');
  hear({ content: 'Half' });
  await user.click(inside.getByRole('button', { name: 'Stop' }));
  expect(document.activeElement).toBe(box);
  await user.click(inside.getByRole('tab', { name: 'History' }));
  await user.click(await inside.findByRole('button', { name: /^Old question/ }));
  await inside.findByText('Old answer');
  expect(document.activeElement).toBe(inside.getByRole('textbox', { name: 'Your question' }));
});

test('B-4-031 a system error locks the input and offers to reconnect', async () => {
  const { inside, ask, user, box } = await open();
  await ask('Hello');
  hear({ type: 'error', content: 'Off', system_message: 'The assistant is switched off.' });
  expect(inside.getByRole('alert').textContent).toContain('The assistant is switched off.');
  expect(box.disabled).toBe(true);
  const before = lines().length;
  await user.click(inside.getByRole('button', { name: 'Reconnect' }));
  expect(lines()).toHaveLength(before + 1);
  act(() => line().open());
  expect(box.disabled).toBe(false);
});

test('B-4-036 a question without a connection is kept, and the loss of the connection is shown', async () => {
  const { inside, user, box } = await open();
  act(() => line().drop());
  await user.type(box, 'Are you there?{Enter}');
  expect(inside.getByRole('alert').textContent).toContain('The connection to the assistant was lost.');
  expect(box.disabled).toBe(true);
  expect(box.value).toBe('Are you there?');
});

test('B-4-035 a new chat clears the conversation and greets', async () => {
  const { inside, ask, user } = await open();
  await ask('Hello');
  hear({ type: 'finish', content: 'An answer' });
  expect(inside.getByText('An answer')).toBeTruthy();
  await user.click(inside.getByRole('button', { name: 'New chat' }));
  expect(inside.queryByText('An answer')).toBeNull();
  expect(inside.getByText('How can I help?')).toBeTruthy();
  await ask('Second');
  expect(questions().at(-1)).toMatchObject({ content: 'Second', conversation_id: '' });
});

test('on a phone the assistant takes the whole width', async () => {
  const { drawer } = await open({ width: 390 });
  expect(drawer.style.width).toBe('100%');
});

test('A-2.1-011 the old address shows the assistant as a page, and no menu names it', async () => {
  const { screen } = await show({ at: '/chat/chat-ai/' });
  expect(await screen.findByText('the page')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open the assistant' })).toBeNull();
  const targets = [...document.querySelectorAll('[data-region="menu"] a')].map((link) =>
    link.getAttribute('href'),
  );
  expect(targets.filter((href) => href?.includes('chat'))).toEqual([]);
});

test.each([
  [true, 'textbox'],
  [false, 'heading'],
] as const)('A-2.1-011 the page of the assistant tells whether it is switched on: %s', async (isOn, role) => {
  const route = routeTable.find(({ path }) => path === '/chat/chat-ai') as RouteMeta;
  const Page = (await pageLoaderOf(route)?.()) as ComponentType<object>;
  const caller = { settings: { CHAT_AI_ENABLED: isOn } };
  const { screen } = await renderPage({ page: <Page />, routes: {}, caller });
  expect(await screen.findByRole(role, { name: isOn ? 'Your question' : 'Assistant' })).toBeTruthy();
  expect(screen.queryByText('The assistant is switched off') === null).toBe(isOn);
});

test('after an expired web session the assistant asks to sign in again and keeps the question', async () => {
  let isOver = false;
  const { ask, inside, screen } = await open({
    routes: listOf(chatconversation, () => (isOver ? answer(401) : [])),
  });
  await ask('Still there?');
  isOver = true;
  act(() => line().onclose?.({ code: SIGNED_OUT_CODE } as CloseEvent));
  await screen.findByRole('dialog', { name: 'Sign in again' });
  inside.getByText('Still there?');
});

test('arrow keys move through the chat tabs and wrap around', async () => {
  const { inside, user } = await open();
  const tab = (name: string) => inside.getByRole('tab', { name });
  act(() => tab('Chat').focus());
  for (const [key, next, other] of [
    ['{ArrowDown}', 'History', 'Chat'],
    ['{ArrowDown}', 'Chat', 'History'],
    ['{ArrowUp}', 'History', 'Chat'],
    ['{ArrowUp}', 'Chat', 'History'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(tab(next));
    expect([tab(next).tabIndex, tab(other).tabIndex]).toEqual([0, -1]);
    expect(tab(next).getAttribute('aria-selected')).toBe('true');
  }
});

test('a conversation is deleted only after confirmation', async () => {
  const remaining = [{ id: CONVERSATION, title: 'Old question', date_updated: '2031/01/01 00:00:00 +0000' }];
  const shown = await open({
    routes: { ...listOf(chatconversation, () => remaining) },
  });
  const { inside, user, screen, server } = shown;
  const history = () => user.click(inside.getByRole('tab', { name: 'History' }));
  await history();
  await user.click(await inside.findByRole('button', { name: /^Old question/ }));
  await inside.findByText('Old answer');
  await history();
  await user.click(await inside.findByRole('button', { name: 'Delete Old question' }));
  const question = async () =>
    within((await screen.findByText('Delete this conversation?')).closest('[role=dialog]') as HTMLElement);
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Delete this conversation?')).toBeNull());
  const deletions = () => server.seen.filter(({ method }) => method === 'DELETE');
  expect(deletions()).toEqual([]);
  await user.click(inside.getByRole('button', { name: 'Delete Old question' }));
  remaining.length = 0;
  await user.click((await question()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(deletions().map((each) => each.path.includes(CONVERSATION))).toEqual([true]));
});

test('a chosen prompt can be removed, and New chat clears the input', async () => {
  const { inside, user, screen, ask, box } = await open();
  await user.click(inside.getByRole('button', { name: /Prompts/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Runbook' }));
  await user.click(inside.getByRole('button', { name: 'Remove prompt' }));
  expect(inside.queryByText('Prompt: Runbook')).toBeNull();
  await ask('Plain');
  expect(questions().at(-1)).toMatchObject({ prompt: '' });
  await user.type(box, 'half a question');
  await user.click(inside.getByRole('button', { name: 'New chat' }));
  expect(box.value).toBe('');
});
