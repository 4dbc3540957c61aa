import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repairRecording } from './repair.ts';

const folder = mkdtempSync(join(tmpdir(), 'repair-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = '{"version":2,"width":80,"height":24,"timestamp":1}\n';
const events = Array.from(
  { length: 50 },
  (_, i) => `${JSON.stringify([i / 10, 'o', `line ${i} 中文\r\n`])}\n`,
);
const repaired = async (content: Buffer) => {
  const path = join(folder, 'one.cast');
  writeFileSync(path, content);
  return { ...(await repairRecording(path)), text: readFileSync(path, 'utf8') };
};

test('a complete recording is left unchanged', async () => {
  const content = header + events.join('');
  expect(await repaired(Buffer.from(content))).toEqual({ playable: true, duration_s: 4.9, text: content });
});

test('wherever the file was cut, every remaining line can be read', async () => {
  const content = Buffer.from(header + events.join(''));
  for (let cut = 0; cut <= content.length; cut += 7) {
    const { playable, text } = await repaired(content.subarray(0, cut));
    expect(playable).toBe(cut >= header.length);
    expect(content.toString().startsWith(text)).toBe(true);
    for (const line of text.split('\n').slice(0, -1)) JSON.parse(line);
    if (playable) expect(text.endsWith('\n')).toBe(true);
  }
});

test('a repaired recording keeps the time of its last write', async () => {
  const path = join(folder, 'torn.cast');
  writeFileSync(path, `${header}${events[0]}[0.1,"o","torn`);
  const written = new Date('2026-03-01T10:00:00Z');
  utimesSync(path, written, written);
  await repairRecording(path);
  expect(readFileSync(path, 'utf8')).toBe(`${header}${events[0]}`);
  expect(statSync(path).mtime).toEqual(written);
});

test('blocks of zeros left by a power failure are cut off', async () => {
  const whole = header + events.join('');
  const zeros = Buffer.concat([
    Buffer.alloc(5000),
    Buffer.from('\n'),
    Buffer.alloc(100_000),
    Buffer.from('\n'),
  ]);
  expect((await repaired(Buffer.concat([Buffer.from(whole), zeros]))).text).toBe(whole);
});

test('an event longer than a block is kept when it is complete', async () => {
  const long = `${JSON.stringify([5, 'o', 'x'.repeat(300_000)])}\n`;
  const { text, duration_s } = await repaired(Buffer.from(`${header}${long}[6,"o","cut`));
  expect(text).toBe(header + long);
  expect(duration_s).toBe(5);
});
