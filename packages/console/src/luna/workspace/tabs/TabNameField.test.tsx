// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { TabNameField } from './TabNameField.tsx';

test('a tab takes its new name on Enter, keeps the old on Escape; an input method uses both keys first', async () => {
  const done = vi.fn();
  const { screen } = await renderPage({ page: <TabNameField name="web" onDone={done} />, routes: {} });
  const field = await screen.findByRole('textbox');
  field.focus();
  fireEvent.change(field, { target: { value: '网站' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(done).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(done.mock.calls).toEqual([[null], ['网站']]);
});
