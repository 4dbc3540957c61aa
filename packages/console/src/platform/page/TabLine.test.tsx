// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { TabLine } from './TabLine.tsx';

const tabs = [
  { key: 'all', label: 'All', count: 3516 },
  { key: 'host', label: 'Hosts' },
  { key: 'secret', label: 'Secret', hidden: () => true },
  { key: 'web', label: 'Web' },
];

test('arrows, Home and End move between visible tabs, Enter selects', async () => {
  const onPick = vi.fn();
  const { screen, user } = await renderPage({
    page: <TabLine tabs={tabs} active="all" onPick={onPick} />,
    routes: {},
  });
  const first = await screen.findByRole('tab', { name: 'All 3,516' });
  expect(first.getAttribute('aria-selected')).toBe('true');
  expect(screen.getAllByRole('tab')).toHaveLength(3);
  await user.tab();
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Web' }));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{End}{Home}{ArrowRight}{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('host');
});
