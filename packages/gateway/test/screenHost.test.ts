import { createLog } from '@gatehouse/component/platform/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { ReadCommand } from '../src/engine/screen/runningCommand.ts';
import { createScreenHost, screenScript } from '../src/engine/screen/screenHost.ts';
import { eventually } from './gatewayFixture.ts';

const log = createLog('gateway', 'silent');
const fragile = new URL('./fragileScreens.ts', import.meta.url);

const start = (script: URL, heap_mb?: number) => {
  const host = createScreenHost({ script, log, ...(heap_mb && { heap_mb }) });
  onTestFinished(host.stop);
  const commands: ReadCommand[] = [];
  let losses = 0;
  const screen = host.create({
    id: 'one',
    size: { cols: 40, rows: 5 },
    entered: () => undefined,
    finished: (command) => commands.push(command),
    onDrain: () => undefined,
    onLost: () => {
      losses += 1;
    },
  });
  return { screen, commands, losses: () => losses, out: (text: string) => screen.output(Buffer.from(text)) };
};

test('screens in the thread are painted, and the last command is reported before they are released', async () => {
  const { screen, commands, out } = start(screenScript);
  out('box$ ');
  await screen.settled();
  screen.input('ls', { at_ms: 1, offset_ms: 1 });
  out('ls');
  screen.input('\r', { at_ms: 2, offset_ms: 2 });
  out('\r\nfile\r\n');
  expect(await screen.paint()).toMatchObject({ text: expect.stringContaining('file'), offset: 15 });
  expect(screen.backlog()).toBe(0);
  await screen.dispose();
  expect(commands).toMatchObject([{ input: 'ls', output: 'file', offset_ms: 2 }]);
});

test('output that crashes the thread costs the screen, and pending requests are answered', async () => {
  const { screen, losses, out } = start(fragile);
  out('before');
  expect((await screen.paint()).text).toBe('before');
  expect(losses()).toBe(0);
  out('die');
  expect(await screen.paint()).toMatchObject({ text: '', offset: 9 });
  expect(screen.backlog()).toBe(0);
  const painting = await eventually(() => {
    out('after');
    return screen.backlog() > 0;
  }).then(() => screen.paint());
  expect(painting.text).toContain('after');
  expect(losses()).toBe(1);
});

test("output that fills the thread's memory costs the screen, not the gateway, which is told", async () => {
  const { screen, losses, out } = start(fragile, 32);
  out('hoard');
  await eventually(() => losses() === 1);
  await eventually(() => {
    out('after');
    return screen.backlog() > 0;
  });
  expect((await screen.paint()).text).toContain('after');
});

test('a hung thread is noticed and replaced', async () => {
  const { screen, out } = start(fragile);
  out('hang');
  await eventually(() => screen.backlog() === 0);
  await eventually(() => {
    out('x');
    return screen.backlog() > 0;
  });
  expect((await screen.paint()).text).toContain('x');
});
