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
