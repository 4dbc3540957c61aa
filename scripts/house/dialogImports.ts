import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

// The library's own dialogs lose the focus when they are removed while open; ours restore it.
const taken =
  /import[^;]*[{,]\s*(?:Modal|Drawer)\b[^;]*from 'antd'|from 'antd\/es\/(?:modal|drawer)|\b(?:App\.useApp|Modal\.(?:use\w+|confirm|info|error|warning|success))\(/g;
const allowed = /\/platform\/dialog\/|\.test\.tsx?$/;

/** Places in the console that open a dialog of the library instead of one from `platform/dialog`. */
export const dialogImports = async (root: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const path of glob('packages/console/{src,gallery}/**/*.{ts,tsx}', { cwd: root })) {
    if (allowed.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const { index } of text.matchAll(taken))
      found.push(`${path}:${text.slice(0, index).split('\n').length}`);
  }
  return found.toSorted();
};
