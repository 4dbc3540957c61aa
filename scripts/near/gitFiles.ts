import { run } from '../run.ts';

const git = async (...args: string[]): Promise<string[]> => {
  const { code, output } = await run('git', ['-c', 'core.quotePath=false', ...args], { isQuiet: true });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.split('\n').filter(Boolean);
};

const newFiles = () => git('ls-files', '--others', '--exclude-standard');

/** All files of the checkout, tracked or about to be. */
export const ownFiles = async (): Promise<string[]> => [...(await git('ls-files')), ...(await newFiles())];

/** The commit where this branch left main; on main itself, the previous commit. */
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
