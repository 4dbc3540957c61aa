// @vitest-environment jsdom
import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { DOMAINS, meta, writtenZone } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { listScope } from '../../../test/listScope.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { type ListScope, ListScopeProvider } from '../list/ListScope.tsx';
import { LabelFilter } from './LabelFilter.tsx';
import { LabelsCell } from './LabelsCell.tsx';
import { byKey } from './useLabels.ts';

const known = [
  { id: '1', name: 'env', value: 'prod' },
  { id: '2', name: 'env', value: 'test' },
  { id: '3', name: 'team', value: 'night' },
];

test('labels are grouped by key, in order', () => {
  expect([...byKey(known)]).toEqual([
    ['env', ['prod', 'test']],
    ['team', ['night']],
  ]);
});

function Filter({ start }: { start: string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <LabelFilter value={value} onChange={setValue} />
      <output>{value.join()}</output>
    </>
  );
}
const open = async (start: string[] = [], routes = listOf(label, known)) => {
  const page = await renderPage({ page: <Filter start={start} />, routes });
  await page.user.click(await page.screen.findByRole('button', { name: /^(Labels|\d labels?)$/ }));
  return { ...page, value: () => screen.getByRole('status').textContent };
};
const box = (name: string) => screen.findByRole('checkbox', { name });

test('several values of a label key can be chosen; "Any value" replaces them and is replaced by a value', async () => {
  const { user, value } = await open(['team:night']);
  await user.click(await box('prod'));
  await user.click(await box('test'));
  expect(value()).toBe('team:night,env:prod,env:test');
  const [any] = screen.getAllByRole('checkbox', { name: 'Any value' });
  await user.click(any as HTMLElement);
  expect(value()).toBe('team:night,env:*');
  expect(any).toHaveProperty('checked', true);
  await user.click(await box('prod'));
  expect(value()).toBe('team:night,env:prod');
  await user.click(await box('prod'));
  expect(value()).toBe('team:night');
  screen.getByRole('group', { name: 'env' });
});

test('the label button counts the chosen labels and can clear them', async () => {
  const { user, value } = await open(['env:prod']);
  screen.getByRole('button', { name: /1 label$/ });
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(value()).toBe('');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('labels can be searched by key or by key and value', async () => {
  const { user } = await open();
  const groups = () =>
    screen.queryAllByRole('group').map((group) => group.querySelector('legend')?.textContent);
  const search = await screen.findByRole('textbox', { name: 'Search labels' });
  await box('prod');
  expect(screen.queryByText('No labels')).toBeNull();
  for (const [typed, found] of [
    [' TEAM ', ['team']],
    ['v:te', ['env']],
    ['nothing', []],
  ] as const) {
    await user.clear(search);
    await user.type(search, typed);
    expect(groups()).toEqual(found);
  }
  screen.getByText('No labels');
});

test('if labels cannot be loaded, the error is shown instead of an empty list', async () => {
  const routes = { 'GET /api/v1/labels/labels/': answer(422, { detail: 'Not now' }) };
  await open([], routes);
  await screen.findByText(/Not now/);
  expect(screen.queryByText('No labels')).toBeNull();
});

const cell = async (value: unknown, over: Partial<ListScope> | undefined = {}) => {
  const drawn = <LabelsCell value={value} row={{ id: 'd1' }} name="labels" meta={meta()} />;
  const page = over ? (
    <ListScopeProvider value={listScope({ url: `${DOMAINS}?x=1`, ...over })}>{drawn}</ListScopeProvider>
  ) : (
    drawn
  );
  const rendered = await renderPage({
    page,
    routes: {
      ...listOf(label, known),
      [`PATCH ${DOMAINS}d1/`]: writtenZone,
      ...answerTo('GET /api/v1/labels/labels/keys/', ['env']),
    },
  });
  await waitFor(() => expect(document.querySelector('[class*=cell]')).not.toBeNull());
  return rendered;
};

test('clicking a label in a list filters by it', async () => {
  const onLabel = vi.fn();
  const { user } = await cell(['env:prod'], { onLabel });
  await user.click(screen.getByTitle('Show only rows with env:prod'));
  expect(onLabel).toHaveBeenCalledExactlyOnceWith('env:prod');
});

test('saving the labels of a row reloads the list', async () => {
  const refetch = vi.fn();
  const { user, server } = await cell(['env:prod', 'a:b'], { refetch });
  await user.click(screen.getByRole('button', { name: 'Edit labels' }));
  await user.click(await screen.findByRole('button', { name: 'Remove env:prod' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(refetch).toHaveBeenCalledOnce());
  expect(server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body).toEqual({ labels: ['a:b'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the label dialog stays open if saving fails', async () => {
  const refetch = vi.fn();
  const { user, server } = await renderPage({
    page: (
      <ListScopeProvider value={listScope({ url: `${DOMAINS}?x=1`, refetch })}>
        <LabelsCell value={['env:prod']} row={{ id: 'd1' }} name="labels" meta={meta()} />
      </ListScopeProvider>
    ),
    routes: { ...listOf(label, []), [`PATCH ${DOMAINS}d1/`]: answer(400, { labels: ['No'] }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit labels' }));
  await user.click(await screen.findByRole('button', { name: 'Remove env:prod' }));
  expect(screen.getByText('No labels')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls('PATCH', `${DOMAINS}d1/`)).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).className).not.toContain('loading'),
  );
  expect(refetch).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Edit labels' })).toBeTruthy();
});
