// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { NodeNameEditor } from './NodeNameEditor.tsx';

test('a node takes its new name on Enter, keeps the old on Escape; an input method uses both keys first', async () => {
  const done = vi.fn();
  const { screen } = await renderPage({ page: <NodeNameEditor value="Web" onDone={done} />, routes: {} });
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: '网站' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(done).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(done.mock.calls).toEqual([['网站'], [undefined]]);
});
