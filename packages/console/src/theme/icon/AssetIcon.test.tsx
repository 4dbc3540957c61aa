// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AssetIcon } from './AssetIcon.tsx';
import { GateArt } from './GateArt.tsx';

const iconOf = (of: { type?: string; category?: string }) =>
  /anticon-([a-z]+)/.exec(render(<AssetIcon {...of} />).container.innerHTML)?.[1];

test.each([
  [{ type: 'linux', category: 'host' }, 'linux'],
  [{ type: 'unix', category: 'host' }, 'hdd'],
  [{ type: 'windows', category: 'host' }, 'windows'],
  [{ type: 'other', category: 'host' }, 'hdd'],
  [{ type: 'cisco', category: 'device' }, 'cluster'],
  [{ type: 'mysql', category: 'database' }, 'database'],
  [{ type: 'public', category: 'cloud' }, 'cloud'],
  [{ type: 'website', category: 'web' }, 'global'],
  [{ type: 'chatgpt', category: 'gpt' }, 'robot'],
  [{ category: 'custom' }, 'api'],
  [{}, 'hdd'],
])('an asset of %j has the icon %s', (of, icon) => {
  expect(iconOf(of)).toBe(icon);
});

test('the Kubernetes icon is loaded on demand', async () => {
  const { container } = render(<AssetIcon type="k8s" category="cloud" />);
  await expect.poll(() => container.innerHTML).toContain('anticon-kubernetes');
});

test('a gate has bars only when closed, and its stones lie on the arch', () => {
  const pathsOf = (open: boolean) =>
    [...render(<GateArt open={open} />).container.querySelectorAll('path')].map((path) =>
      path.getAttribute('d'),
    );
  const [open, closed] = [pathsOf(true), pathsOf(false)];
  expect(closed.length - open.length).toBe(6);
  const stones = open.filter((path) => /^M[\d.]+ [\d.]+L/.test(path ?? ''));
  expect(stones).toHaveLength(8);
  for (const stone of stones)
    for (const [x, y] of (stone ?? '')
      .slice(1)
      .split('L')
      .map((end) => end.split(' ').map(Number))) {
      const radius = Math.hypot((x ?? 0) - 100, (y ?? 0) - 86);
      expect([46, 70]).toContain(Math.round(radius));
      expect(y).toBeLessThan(86);
    }
});
