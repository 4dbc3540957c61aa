// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer } from '../../test/fakeServer.ts';
import { renderPage } from '../../test/renderPage.tsx';
import { PromptPicker } from './chat/PromptPicker.tsx';

const open = async (prompts: unknown) => {
  const onPick = vi.fn();
  const { user, server } = await renderPage({
    page: <PromptPicker onPick={onPick} />,
    routes: { 'GET /api/v1/settings/chatai-prompts/': prompts },
  });
  const button = await screen.findByRole('button', { name: 'Prompts' });
  expect(server.seen).toEqual([]);
  await user.click(button);
  return { user, onPick };
};

test.each([
  [[], 'No prompts'],
  [answer(400, { detail: 'Out of order' }), 'Out of order'],
])('a prompt menu without prompts says why', async (prompts, text) => {
  await open(prompts);
  const item = await screen.findByRole('menuitem', { name: new RegExp(text) });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('picking a prompt returns that prompt', async () => {
  const prompt = { name: 'Runbook', content: 'Write a runbook' };
  const { user, onPick } = await open([prompt]);
  await user.click(await screen.findByRole('menuitem', { name: 'Runbook' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(prompt);
});
