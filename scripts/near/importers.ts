import { readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize } from 'node:path';

const specifier = /(?:from|import|import\()\s*['"]([^'"]+)['"]/g;
const folderImport = /import\.meta\.glob(?:<[^(]*>)?\(\s*['"]([^'"]+)['"]/g;
const ownPackage = /^@gatehouse\/([^/]+)\/(.*)$/;

const resolve = (from: string, path: string): string | undefined => {
  const own = ownPackage.exec(path);
  if (own) return `packages/${own[1]}/src/${own[2]}`;
  return path.startsWith('.') ? normalize(join(dirname(from), path)) : undefined;
};

/** The repository files that a source text imports, for their types alone or not. */
export const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(specifier)].flatMap(([, path]) => resolve(file, path ?? '') ?? []);

/** Those of `files` that a source text imports by the pattern of their path. */
const foundByPattern = (file: string, text: string, files: readonly string[]): string[] =>
  [...text.matchAll(folderImport)].flatMap(([, pattern = '']) => {
    const path = normalize(join(dirname(file), pattern));
    return files.filter((other) => matchesGlob(other, path));
  });

/** The importers of each file, as far as they are in `files`. */
export const readImporters = async (
  root: string,
  files: readonly string[],
): Promise<Map<string, string[]>> => {
  const importers = new Map<string, string[]>();
  for (const file of files.filter((file) => /\.tsx?$/.test(file))) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    for (const imported of [...importsOf(file, text), ...foundByPattern(file, text, files)])
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  return importers;
};

/**
 * How many imports lie between the changed files and each file that depends on them; 0 for a changed file.
 */
export const distances = (
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): Map<string, number> => {
  const found = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of found)
    for (const importer of importers.get(file) ?? [])
      if (!found.has(importer)) found.set(importer, distance + 1);
  return found;
};
