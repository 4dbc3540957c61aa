/** A line of a playbook that must not run, and the word in it that says so. */
export type ForbiddenLine = { line: number; word: string };

const here = ['localhost', '127.0.0.1', '::1'];

/** What would run on the runner instead of on the assets (reference 06 §A.3.3). */
const words = [
  ...here.map((host) => `hosts:${host}`),
  ...here.map((host) => `delegate_to:${host}`),
  'local_action',
  'connection:local',
  'ansible_connection',
];

/** Whether a file holds plays or tasks. */
export const isPlaybookFile = (path: string): boolean => /\.ya?ml$/i.test(path);

/**
 * Lines of a YAML file that would run on the runner itself, whatever blanks and quotation marks they are written with.
 * A comment does nothing. This finds mistakes early; what keeps a run from the runner is its sandbox.
 */
export const forbiddenLines = (text: string): ForbiddenLine[] =>
  text.split(/\r\n|\r|\n/).flatMap((written, at) => {
    if (written.trimStart().startsWith('#')) return [];
    const bare = written.replace(/[\s'"]/g, '').toLowerCase();
    const word = words.find((each) => bare.includes(each));
    return word === undefined ? [] : [{ line: at + 1, word }];
  });
