import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { project, run } from '../run.ts';

const git = async (...args: string[]): Promise<string[]> => {
  const settings = ['-c', 'core.quotePath=false', '-c', `safe.directory=${project.replace(/\/$/, '')}`];
  const { code, output } = await run('git', [...settings, ...args], { isQuiet: true });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.split('\n').filter(Boolean);
};

const newFiles = () => git('ls-files', '--others', '--exclude-standard');

const generated = new Set(['.git', 'node_modules', 'dist', 'test-results']);

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !generated.has(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [relative(project, path)];
    });
  return (await Promise.all(found)).flat();
};

/** All files of the checkout, tracked or new; without a repository, all that are not generated. */
export const ownFiles = async (): Promise<string[]> => {
  const tracked = await git('ls-files').catch(() => undefined);
  return tracked ? [...tracked, ...(await newFiles())] : filesBelow(project);
};

/** The commit where this branch left main; on main itself, or without a main, the current commit. */
const usualBase = async (): Promise<string> => {
  const [base] = await git('merge-base', 'HEAD', 'main').catch(() => []);
  const [head] = await git('rev-parse', 'HEAD');
  return base && base !== head ? base : 'HEAD';
};

/** Files that differ from a commit, committed or not, including deleted ones. */
export const changedFiles = async (since?: string): Promise<string[]> => {
  const base = since ?? (await usualBase());
  return [...new Set([...(await git('diff', '--name-only', base)), ...(await newFiles())])];
};
