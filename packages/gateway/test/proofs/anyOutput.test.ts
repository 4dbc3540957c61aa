import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import addonUnicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenBytes } from '../../../../scripts/brokenBytes.ts';
import { proofRuns, tellFigure } from '../../../../scripts/proofSize.ts';
import { openRecording } from '../../src/engine/recording/recording.ts';
import { repairRecording } from '../../src/engine/recording/repair.ts';
import { createSyncer } from '../../src/engine/recording/syncer.ts';
import { createCommandReader } from '../../src/engine/screen/commandReader.ts';
import { createFeeder } from '../../src/engine/screen/feeder.ts';
import { createScreen } from '../../src/engine/screen/screen.ts';
import { tameTerminal } from '../../src/engine/screen/tameTerminal.ts';

/** Recorded output of real programs, which the tests damage in many ways. */
const corpus = new URL('corpus/', import.meta.url);
const runs = proofRuns({ small: 40, whole: 4_000 });
const size = { cols: 80, rows: 24 };
const events = { entered: () => undefined, finished: () => undefined };

let originals: Buffer[] = [];
let folder: string;
beforeAll(async () => {
  const files = (await readdir(corpus)).filter((name) => name.endsWith('.cast'));
  originals = await Promise.all(
    files.map(async (name) => outputOf(await readFile(new URL(name, corpus), 'utf8'))),
  );
  folder = await mkdtemp(join(tmpdir(), 'any-output-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Event = [time: number, kind: string, data: string];

/** The output of a recording. */
const outputOf = (cast: string): Buffer =>
  Buffer.from(
    cast
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Event)
      .flatMap(([, kind, data]) => (kind === 'o' ? data : []))
      .join(''),
  );

/** Cuts output into pieces of these lengths, repeated as often as needed. */
const pieces = (output: Buffer, lengths: readonly number[]): Buffer[] => {
  const cut: Buffer[] = [];
  for (let at = 0, turn = 0; at < output.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    cut.push(output.subarray(at, at + length));
    at += length;
  }
  return cut;
};

const newTerminal = () => {
  const terminal = new headless.Terminal({
    ...size,
    scrollback: 200,
    allowProposedApi: true,
    logLevel: 'off',
  });
  terminal.loadAddon(new addonUnicode11.Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  tameTerminal(terminal);
  return terminal;
};

/** The serializer of the terminal library drops zero-width characters that have no character before them. */
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/gu;

/** What a user sees after this text. */
const seen = async (terminal: headless.Terminal, text: Uint8Array | string): Promise<string[]> => {
  await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: size.rows }, (_, row) =>
    (active.getLine(active.baseY + row)?.translateToString(true) ?? '').replace(withoutWidth, '').trimEnd(),
  );
  terminal.dispose();
  return rows;
};

const lengths = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 });

test('whatever an asset prints and however it arrives, the screen shows what a terminal shows', async () => {
  let bytes = 0;
  await fc.assert(
    fc.asyncProperty(brokenBytes(originals), lengths, async (output, cuts) => {
      const screen = createScreen({
        size,
        offset: 0,
        feeder: createFeeder(),
        reader: createCommandReader(events),
        now: () => 0,
        onDrain: () => undefined,
      });
      for (const piece of pieces(output, cuts)) screen.output(piece);
      const painting = await screen.paint();
      await screen.dispose();
      expect(painting.offset).toBe(output.length);
      expect(await seen(newTerminal(), painting.text)).toEqual(await seen(newTerminal(), output));
      bytes += output.length;
    }),
    runs,
  );
  tellFigure(`${runs.numRuns} outputs, ${Math.round(bytes / 1024)} kB on screens`);
});

test('whatever an asset prints is recorded whole, and a cut recording keeps what came before the cut', async () => {
  const syncer = createSyncer();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      brokenBytes(originals),
      lengths,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (output, cuts, share) => {
        number += 1;
        const path = join(folder, `${number}.cast`);
        const fail = (error: unknown) => {
          throw error;
        };
        const recording = await openRecording({
          path,
          size,
          now: 0,
          syncer,
          onFailure: fail,
          onDrain: () => undefined,
        });
        for (const piece of pieces(output, cuts)) recording.output(piece);
        await recording.close();
        const whole = await readFile(path);
        expect(outputOf(whole.toString('utf8')).toString()).toBe(output.toString('utf8'));
        await truncate(path, Math.floor(share * whole.length));
        await repairRecording(path);
        const left = await readFile(path, 'utf8');
        expect(whole.toString('utf8').startsWith(left)).toBe(true);
        expect(output.toString('utf8').startsWith(outputOf(left).toString())).toBe(true);
        await rm(path);
      },
    ),
    runs,
  );
  syncer.stop();
});
