import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const folder = 'packages/server/src/engine/fields';

/** Path of the generated list of the server's field kinds. */
export const serverKindsPath: string = `${folder}/everyKind.ts`;

/** Names of the kinds that have a folder with a file of their name, which exports them by that name. */
const kindsOf = (root: string): string[] =>
  globSync(`${folder}/*/*.ts`, { cwd: root })
    .filter((path) => {
      const kind = basename(dirname(path));
      const isKind = basename(path) === `${kind}.ts`;
      return isKind && readFileSync(join(root, path), 'utf8').includes(`export const ${kind}:`);
    })
    .map((path) => basename(dirname(path)))
    .toSorted();

/** The text of the generated list: one entry per kind. */
export const serverKinds = (root: string): string => {
  const kinds = kindsOf(root);
  return [
    '// Generated from the folders beside it: npm run check -- --write',
    ...kinds.map((kind) => `import { ${kind} } from './${kind}/${kind}.ts';`),
    '',
    '/** Server half of each field kind. Kinds that need all others join them in the registry. */',
    'export const everyKind = {',
    ...kinds.map((kind) => `  ${kind},`),
    '};',
    '',
  ].join('\n');
};
