import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (root: string): Map<string, string> => {
  const tables = new Map<string, string>();
  const folder = join(root, 'packages/contract/src/resources');
  for (const path of globSync('*/*.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, path), 'utf8');
    const said = (name: string) => new RegExp(`\\b${name}: '([a-z.]+)'`).exec(text)?.[1];
    const [app, name] = [said('app'), said('name')];
    if (app && name) tables.set(`${app}.${name}`, (said('variantOf') ?? `${app}.${name}`).replace('.', '_'));
  }
  return tables;
};

const known = new Map<string, Map<string, string>>();

/** The table that holds the rows of a resource, as its definition says; undefined for an unknown resource. */
export const tableOf = (root: string, key: string): string | undefined => {
  const tables = known.get(root) ?? read(root);
  known.set(root, tables);
  return tables.get(key);
};
