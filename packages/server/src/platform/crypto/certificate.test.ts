import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import { watchCertificate } from './certificate.ts';

let folder: string;
let files: { cert: string; key: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-certificate-'));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

test('once the watch of a certificate has ended, nothing more is reported, however often the files failed before', async () => {
  const [pair, other] = [selfSigned('first'), selfSigned('other')];
  await writeFile(files.cert, pair.cert);
  await writeFile(files.key, pair.key);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const told: string[] = [];
  const end = watchCertificate(
    files,
    () => told.push('changed'),
    (reason) => told.push(reason),
    20,
  );
  const failure = (part: string) => expect.poll(() => told.at(-1)).toContain(part);
  await writeFile(files.key, other.key);
  await failure('is not the key of');
  await writeFile(files.cert, 'no certificate');
  await failure('is not a certificate in PEM form');
  end();
  await writeFile(files.cert, other.cert);
  vi.advanceTimersByTime(60_000);
  expect(told).not.toContain('changed');
});
