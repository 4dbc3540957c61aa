// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { FactsCard, factsOf } from './FactsCard.tsx';
import { type QuickAction, QuickActions } from './QuickActions.tsx';

const row = { id: '1', name: 'web-01', port: 22, note: '', made: 'by hand' };
const metas = { name: meta({ label: 'Name' }), port: meta({ type: 'integer', label: 'Port' }), note: meta() };
const names = ['name', 'port', 'note', 'made'];

test('a fact label comes from the page, the field or the name, and only text can be copied', async () => {
  const facts = factsOf({ row, metas, names, labels: { name: 'Host name' } });
  expect(facts.map(({ name, label, copy }) => [name, label, copy])).toEqual([
    ['name', 'Host name', 'web-01'],
    ['port', 'Port', undefined],
    ['note', 'Field', undefined],
    ['made', 'made', 'by hand'],
  ]);
});

const cellOf = ({ name }: { name: string }) => <b>own {name}</b>;

test('facts are rendered by kind or by the page and split into two columns', async () => {
  const facts = factsOf({ row, metas, names, cells: { port: cellOf } });
  const show = (isSingle: boolean) => <FactsCard facts={facts.slice(0, 3)} isSingle={isSingle} />;
  const { screen } = await renderPage({ page: show(false), routes: {} });
  const lists = () => [...document.querySelectorAll('dl')].map((list) => list.querySelectorAll('dt').length);
  await screen.findByRole('heading', { name: 'Basic' });
  expect(lists()).toEqual([2, 1]);
  expect(screen.getByText('own port')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(1);
});

test('a facts card with one column or one fact has a single list and can have a title', async () => {
  const facts = factsOf({ row, metas, names });
  const { screen } = await renderPage({
    page: (
      <>
        <FactsCard title="Host" facts={facts} isSingle extra={<i>beside</i>} />
        <FactsCard facts={facts.slice(0, 1)} />
      </>
    ),
    routes: {},
  });
  await screen.findByRole('heading', { name: 'Host' });
  screen.getByText('beside');
  expect(document.querySelectorAll('dl')).toHaveLength(2);
});

const quick = (over: Partial<QuickAction>): QuickAction => ({ name: 'test', title: 'Test', ...over });
const show = (...actions: QuickAction[]) =>
  renderPage({ page: <QuickActions actions={actions} />, routes: {} });

test('a quick action shows a spinner and cannot run twice at once', async () => {
  let finish = () => {};
  const onRun = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { screen, user } = await show(quick({ onRun, note: 'Takes a while', icon: <i>icon</i> }));
  const button = await screen.findByRole('button', { name: 'Test' });
  expect(button.textContent).toBe('Run');
  screen.getByRole('heading', { name: 'Quick actions' });
  screen.getByText('Takes a while');
  await user.click(button);
  await waitFor(() => expect(button.className).toContain('loading'));
  await user.click(button);
  expect(onRun).toHaveBeenCalledExactlyOnceWith(true);
  await act(async () => finish());
  await waitFor(() => expect(button.className).not.toContain('loading'));
});

test('a quick action that fails can be run again', async () => {
  const onRun = vi.fn(async () => {
    throw new Error('refused');
  });
  const { screen, user } = await show(quick({ onRun, button: 'Check', danger: true }));
  const button = await screen.findByRole('button', { name: 'Test' });
  expect([button.textContent, button.className.includes('danger')]).toEqual(['Check', true]);
  await user.click(button);
  await waitFor(() => expect(button.className).not.toContain('loading'));
  await user.click(button);
  expect(onRun).toHaveBeenCalledTimes(2);
});

test('a quick switch passes its new state, and does nothing when disabled', async () => {
  const onRun = vi.fn();
  const { screen, user } = await show(
    quick({ name: 'a', title: 'On', isOn: true, onRun }),
    quick({ name: 'b', title: 'Off', isOn: false, onRun }),
    quick({ name: 'c', title: 'Locked', isOn: false, can: false, onRun }),
  );
  await user.click(await screen.findByRole('switch', { name: 'On' }));
  await user.click(screen.getByRole('switch', { name: 'Off' }));
  expect(screen.getByRole('switch', { name: 'Locked' })).toHaveProperty('disabled', true);
  expect(onRun.mock.calls).toEqual([[false], [true]]);
});

test('unavailable quick actions are omitted, and a page may render its own control', async () => {
  const { screen } = await show(
    quick({ has: false, title: 'Hidden' }),
    quick({ control: <b>own control</b> }),
  );
  await screen.findByText('own control');
  expect(screen.queryByText('Hidden')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('without available quick actions there is no card', async () => {
  const { screen } = await show(quick({ has: false }));
  expect(screen.queryByRole('heading')).toBeNull();
});
