import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodes } from '../../packages/contract/src/errors.ts';

/** Path of the document that describes the errors. */
export const errorDocsPath = 'docs/errors.md';

/** The documentation of every API error, from the table the code uses. */
export const errorDocs = async (root: string): Promise<string> => {
  const path = join(root, 'packages/contract/src/locales/en/errors.json');
  const texts = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  const rows = Object.entries(errorCodes)
    .toSorted(([a, first], [b, second]) => first - second || a.localeCompare(b))
    .map(
      ([code, status]) => `| ${status} | \`${code}\` | ${String(texts[code] ?? '').replaceAll('|', '\\|')} |`,
    );
  return `# Errors

Written by \`npm run check -- --write\` from the table in \`packages/contract/src/errors.ts\`; \`npm run check\` compares them.

An error body carries \`code\` and \`detail\`; the detail is in the language of the request. A 400 about fields is the map of
fields to messages instead. \`{name}\` stands for what the message fills in.

| Status | Code | Detail (English) |
|---|---|---|
${rows.join('\n')}
`;
};

/** Error codes without a text. */
export const untoldErrors = async (root: string): Promise<string[]> => {
  const path = join(root, 'packages/contract/src/locales/en/errors.json');
  const texts = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  return Object.keys(errorCodes).filter((code) => !(code in texts));
};
