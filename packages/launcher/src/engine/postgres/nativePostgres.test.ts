import { chmod, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completePackage } from './nativePostgres.ts';

test('links and execute bits that npm did not restore are put back, even by several launchers at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  try {
    await mkdir(join(folder, 'native/bin'), { recursive: true });
    await mkdir(join(folder, 'native/lib'));
    await writeFile(join(folder, 'native/lib/libpq.so.5.18'), '');
    for (const name of ['initdb', 'postgres', 'pg_ctl']) {
      await writeFile(join(folder, 'native/bin', name), '');
      await chmod(join(folder, 'native/bin', name), 0o644);
    }
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    expect(await Promise.all([1, 2, 3].map(() => completePackage(folder)))).toEqual([true, true, true]);
    expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect((await stat(join(folder, 'native/bin/postgres'))).mode & 0o111).toBe(0o111);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
