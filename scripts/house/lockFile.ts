import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface LockedPackage {
  version?: string;
  cpu?: string[];
  dev?: boolean;
  libc?: string[];
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockedPackage>;

const systems = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/;
const processors = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|x64)$/;

/**
 * Optional packages for other platforms that the lock file lacks. npm drops them when a package is added over
 * a registry that does not carry them, and `npm ci` then rejects the file.
 */
export const lockGaps = (packages: Packages): Packages => {
  const gaps: Packages = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isKnown(packages, path, name)) gaps[`node_modules/${name}`] = entryFor(name, version, dev);
    }
  }
  return gaps;
};

/** Adds missing packages, so that the file serves every platform again. */
export const fillLockFile = async (root: string): Promise<void> => {
  const path = join(root, 'package-lock.json');
  const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Packages };
  const filled = { ...lock.packages, ...lockGaps(lock.packages) };
  const sorted = Object.entries(filled).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  await writeFile(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
};

const isKnown = (packages: Packages, from: string, name: string): boolean => {
  for (let folder = from; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))))
    if (packages[`${folder}/node_modules/${name}`]) return true;
  return `node_modules/${name}` in packages;
};

const entryFor = (name: string, version: string, isDev = false): LockedPackage => {
  const words = name.split(/[-/]/);
  const [os, cpu] = [systems, processors].map((known) => words.filter((word) => known.test(word)));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.includes('gnu')
      ? ['glibc']
      : [];
  return {
    version,
    ...(cpu?.length ? { cpu } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(libc.length ? { libc } : {}),
    optional: true,
    ...(os?.length ? { os } : {}),
  };
};
