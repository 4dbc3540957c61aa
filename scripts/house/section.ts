import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { project } from '../run.ts';

/** Replaces the text between the two marks of a section; a document without them is an error. */
export const withSection = (document: string, name: string, text: string): string => {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [start, end] = [document.indexOf(from), document.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`there is no section ${name}`);
  return `${document.slice(0, start + from.length)}\n\n${text}\n\n${document.slice(end)}`;
};

/** Writes a generated section of a document of this repository. */
export const writeSection = async (path: string, name: string, text: string): Promise<void> => {
  const file = join(project, path);
  await writeFile(file, withSection(await readFile(file, 'utf8'), name, text));
};
