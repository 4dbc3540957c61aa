import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../platform/refusal.ts';
import { namedAccount } from './account.ts';
import type { DatabaseFolder } from './databaseFolder.ts';
import { failureText } from './failureText.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { run } from './run.ts';

/** The database superuser; only the launcher knows its password. */
export const superuser = 'postgres';

// Sorting by code point is fast and never changes under an index; character classes are Unicode's, so that
// upper(), lower() and trigrams work in every language.
const locale = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
];
const settings = [
  'max_connections=200',
  'password_encryption=scram-sha-256',
  'timezone=UTC',
  'log_timezone=UTC',
];

/** Creates a database cluster; an interrupted attempt leaves nothing that looks like one. */
export const createCluster = async (
  folder: DatabaseFolder,
  native: NativePostgres,
  password: string,
  durable: boolean,
): Promise<void> => {
  const { root, data, account } = folder;
  for (const name of await readdir(root))
    if (name.startsWith('data.new')) await rm(join(root, name), { recursive: true });
  const draft = join(root, 'data.new');
  const passwordFile = join(root, 'data.new.password');
  const maker = await namedAccount(account);
  const isHandedOver = maker.uid !== undefined && maker.gid !== undefined;
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (isHandedOver) for (const path of [root, passwordFile]) await chown(path, maker.uid!, maker.gid!);
    const args = [
      '-D',
      draft,
      '-U',
      superuser,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      ...locale,
    ];
    for (const setting of settings) args.push('-c', setting);
    const { code, output } = await run(native.initdb, durable ? args : [...args, '--no-sync'], maker);
    if (code !== 0) throw new Refusal(failureText(output, root));
    if (isHandedOver) {
      await run('chown', ['-R', `${account.uid}:${account.gid}`, draft], {});
      await chown(root, account.uid!, account.gid!);
    }
    await rename(draft, data);
  } finally {
    await rm(passwordFile, { force: true });
  }
};
