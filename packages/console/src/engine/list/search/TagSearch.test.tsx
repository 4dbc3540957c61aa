// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { TagSearch } from './TagSearch.tsx';
import type { SearchOption, TagFilter } from './tagSearch.ts';

const options: SearchOption[] = [
  { key: 'name', label: 'Name', type: 'text' },
  { key: 'type', label: 'Type', type: 'choice', children: [{ value: 'linux', label: 'Linux' }] },
];

function Page() {
  const [tags, setTags] = useState<TagFilter[]>([]);
  return <TagSearch tags={tags} options={options} onChange={setTags} />;
}

test('completing a filter hides the suggestions; a click or an arrow shows them again', async () => {
  const { screen, user } = await renderPage({ page: <Page />, routes: {} });
  const field = await screen.findByRole('combobox');
  const isListed = () => screen.queryByRole('listbox') !== null;
  await user.click(field);
  expect(isListed()).toBe(true);
  await user.keyboard('web{Enter}');
  await screen.findByText('Search: web');
  expect(isListed()).toBe(false);
  await user.keyboard('{ArrowDown}');
  expect(isListed()).toBe(true);
  await user.click(screen.getByRole('option', { name: 'Type' }));
  await user.click(screen.getByRole('option', { name: 'Linux' }));
  await screen.findByText('Type: Linux');
  expect(isListed()).toBe(false);
  await user.click(field);
  expect(isListed()).toBe(true);
});

test('suggestions wait for a click or an arrow where a dialog starts on the field', async () => {
  const dialog = (
    <div role="dialog">
      <Page />
    </div>
  );
  const { screen, user } = await renderPage({ page: dialog, routes: {} });
  const field = await screen.findByRole('combobox');
  act(() => field.focus());
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{ArrowDown}');
  expect(screen.queryByRole('listbox')).not.toBeNull();
  await user.keyboard('{Escape}');
  await user.click(field);
  expect(screen.queryByRole('listbox')).not.toBeNull();
});
