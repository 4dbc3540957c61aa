import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@gatehouse/component/platform/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { createScreenHost, screenScript } from '../../src/engine/screen/screenHost.ts';

const sessions = proofSize({ small: 2, whole: 10 });
const megabytes = proofSize({ small: 2, whole: 20 });
/** What the screens may take at most, in MB; without the limits one session of the small proof takes more. */
const HEAP_MB = 40;
const PIECE = 256 * 1024;

const strings = [
  ['a window title', '\x1b]2;', 'x'],
  ['a device control string', '\x1bP$q', 'x'],
  ['an application program command', '\x1b_', 'x'],
  ['letters above ASCII in a title', '\x9d0;', '\u00e9'],
  ['combining characters', 'a', '\u0301'],
  ['links', '', `\x1b]8;;http://h/${'u'.repeat(1_000)}\x07a`],
] as const;

const usedMb = () => Math.round(process.memoryUsage().rss / 1024 / 1024);

/** Screens in one thread, and whether it was lost. */
const openScreens = () => {
  let losses = 0;
  const host = createScreenHost({
    script: screenScript,
    log: createLog('gateway', 'silent'),
    heap_mb: HEAP_MB,
  });
  onTestFinished(host.stop);
  const screens = Array.from({ length: sessions }, (_, index) =>
    host.create({
      id: `${index}`,
      size: { cols: 80, rows: 24 },
      entered: () => undefined,
      finished: () => undefined,
      onDrain: () => undefined,
      onLost: () => {
        losses += 1;
      },
    }),
  );
  return { screens, losses: () => losses };
};

test.each(strings)(
  '%s without an end costs next to nothing, and leaves the screen as it was',
  async (what, begin, filling) => {
    const { screens, losses } = openScreens();
    const before = usedMb();
    let most = before;
    const piece = Buffer.from(filling.repeat(Math.floor(PIECE / Buffer.byteLength(filling))));
    for (const screen of screens) screen.output(Buffer.from(`before ${begin}`));
    for (let sent = 0; sent < megabytes * 1024 * 1024; sent += piece.length) {
      for (const screen of screens) screen.output(piece);
      await Promise.all(screens.map((screen) => screen.settled()));
      most = Math.max(most, usedMb());
    }
    for (const screen of screens) screen.output(Buffer.from('\x1b\\\r\nbehind'));
    for (const screen of screens) {
      const { text, offset } = await screen.paint();
      expect(text).toContain('behind');
      expect(offset).toBeGreaterThan(megabytes * 1024 * 1024);
    }
    expect(losses()).toBe(0);
    expect(most - before).toBeLessThan(400);
    for (let turn = 0; turn < 50 && usedMb() - before > 150; turn += 1) await sleep(100);
    const after = usedMb();
    expect(after - before).toBeLessThan(150);
    tellFigure(
      `${what}: ${sessions} sessions of ${megabytes} MB, at most ${most - before} MB more, then ${after - before}`,
    );
  },
);
