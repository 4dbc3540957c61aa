// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { useStore } from '../../../platform/store.ts';
import { createChatStore } from '../chatStore.ts';
import { Turns } from './Turns.tsx';

const onAgain = vi.fn();

function Shown({ store }: { store: ReturnType<typeof createChatStore> }) {
  const state = useStore(store);
  return <Turns state={state} onSuggest={vi.fn()} onStop={vi.fn()} onAgain={onAgain} onReconnect={vi.fn()} />;
}

test('a press on Reconnect does not ask again when the page reconnects before it ends', async () => {
  const store = createChatStore();
  store.addQuestion('What is ls?');
  store.dropped('The connection was lost.');
  const { screen, user } = await renderPage({ page: <Shown store={store} />, routes: {} });
  const pressed = await screen.findByRole('button', { name: 'Reconnect' });
  act(() => store.connected());
  fireEvent.click(pressed);
  expect(onAgain).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(onAgain).toHaveBeenCalledWith('What is ls?');
});

test('a question stays as typed, but for what stands between backticks', async () => {
  const store = createChatStore();
  store.addQuestion('What is `ls -la` of **home**?');
  const { screen } = await renderPage({ page: <Shown store={store} />, routes: {} });
  const code = await screen.findByText('ls -la');
  expect(code.tagName).toBe('CODE');
  expect(code.parentElement?.textContent).toBe('You: What is ls -la of **home**?');
  expect(code.parentElement?.querySelectorAll('code')).toHaveLength(1);
});
