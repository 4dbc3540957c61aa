import { expect, test } from 'vitest';
import type { Link } from './link.ts';
import { createViewers } from './viewers.ts';

const createLink = () => {
  const sent: Uint8Array[] = [];
  const link = { binary: (frame: Uint8Array) => sent.push(frame), buffered: () => 0 };
  return { link: link as unknown as Link, sent };
};

test('a viewer gets a new painting when the log has dropped output since the last one', async () => {
  const offsets = [60, 82];
  const announced: number[] = [];
  const { link, sent } = createLink();
  const viewers = createViewers({
    paint: async () => ({ offset: offsets.shift() ?? 82, size: { cols: 80, rows: 24 }, text: 'screen' }),
    since: (offset) => (offset < 82 ? null : []),
  });
  await viewers.add(link, ({ offset }) => announced.push(offset));
  viewers.send(Buffer.from('next'));
  expect(announced).toEqual([82]);
  expect(sent).toHaveLength(2);
});

test('a viewer gets nothing while its painting is older than the output still kept; a tick tries again', async () => {
  let isDropped = true;
  const { link, sent } = createLink();
  const viewers = createViewers({
    paint: async () => ({ offset: 60, size: { cols: 80, rows: 24 }, text: 'screen' }),
    since: () => (isDropped ? null : []),
  });
  await viewers.add(link, () => undefined);
  viewers.send(Buffer.from('next'));
  expect(sent).toEqual([]);
  isDropped = false;
  viewers.tick();
  await expect.poll(() => sent.length).toBe(1);
});
