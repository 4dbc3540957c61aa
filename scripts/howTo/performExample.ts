import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../run.ts';
import type { Example, Step } from './readHowTo.ts';

type Texts = { [key: string]: string | Texts };

const merge = (into: Texts, more: Texts): Texts => {
  for (const [key, value] of Object.entries(more)) {
    const there = into[key];
    into[key] = typeof value === 'object' && typeof there === 'object' ? merge(there, value) : value;
  }
  return into;
};

/** The text after an edit. What the edit keeps or removes must occur exactly once, as one run of lines. */
export const applyEdit = (text: string, edit: readonly string[]): string => {
  const bodies = (signs: string) =>
    edit.filter((line) => signs.includes(line[0] ?? ' ')).map((line) => line.slice(1));
  const before = bodies(' -');
  const lines = text.split('\n');
  const places = lines.flatMap((_, at) =>
    before.length > 0 && before.every((line, offset) => lines[at + offset] === line) ? [at] : [],
  );
  const [place] = places;
  if (place === undefined) throw new Error(`these lines are not there:\n${before.join('\n')}`);
  if (places.length > 1) throw new Error(`these lines occur ${places.length} times:\n${before.join('\n')}`);
  return lines.toSpliced(place, before.length, ...bodies(' +')).join('\n');
};

/** Texts belong to the contract unless the namespace names another package, as in `console:`. */
const localeFile = (namespace: string, language: string): string => {
  const [name = '', owner = 'contract'] = namespace.split(':').toReversed();
  return `packages/${owner}/src/locales/${language}/${name}.json`;
};

const performTexts = async (root: string, { namespace, texts }: Extract<Step, { kind: 'texts' }>) => {
  for (const [language, more] of Object.entries(texts)) {
    const path = join(root, localeFile(namespace, language));
    const there = JSON.parse(await readFile(path, 'utf8')) as Texts;
    await writeFile(path, `${JSON.stringify(merge(there, more as Texts), null, 2)}\n`);
  }
};

const performCommand = async (root: string, command: string) => {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const { code, output } = await run('sh', ['-c', command], {
    isQuiet: true,
    cwd: root,
    env: { PATH: path },
  });
  if (code !== 0) throw new Error(`${command}: ${output}`);
};

const perform = async (root: string, step: Step): Promise<void> => {
  if (step.kind === 'run') return performCommand(root, step.command);
  if (step.kind === 'texts') return performTexts(root, step);
  const path = join(root, step.path);
  if (step.kind === 'edit') return writeFile(path, applyEdit(await readFile(path, 'utf8'), step.lines));
  await mkdir(dirname(path), { recursive: true });
  // Fails if the file exists: it would belong to another example or to the product.
  await writeFile(path, step.text, { flag: 'wx' });
};

/** Does what an example says, in a copy of the checkout. */
export const performExample = async (root: string, { title, steps }: Example): Promise<void> => {
  for (const step of steps)
    await perform(root, step).catch((error: Error) => {
      throw new Error(`${title}: ${'path' in step ? `${step.path}: ` : ''}${error.message}`);
    });
};
