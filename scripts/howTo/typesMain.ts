import { join } from 'node:path';
import ts from 'typescript';
import { ownFiles } from '../near/gitFiles.ts';
import { distances, readImporters } from '../near/importers.ts';

/*
 * node scripts/howTo/typesMain.ts <copy> <file>…: prints the type errors in these files of a copy of the checkout, and in
 * the files that import them. The compiler reads the whole checkout, but most of its time would go into the files that are not asked for.
 */
const [root = '.', ...changed] = process.argv.slice(2);
const configs = ['packages/console/tsconfig.json', 'tsconfig.json'];

const known = [...new Set([...(await ownFiles()), ...changed])];
const near = distances(changed, await readImporters(root, known));
const wanted = new Set([...near].filter(([, distance]) => distance <= 1).map(([file]) => join(root, file)));

const errorsOf = (config: string): readonly ts.Diagnostic[] => {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    join(config, '..'),
  );
  const chosen = fileNames.filter((file) => wanted.has(file));
  const program = ts.createProgram(fileNames, options);
  return chosen.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
};

const found = configs.flatMap((config) => errorsOf(join(root, config)));
const print = ts.formatDiagnosticsWithColorAndContext;
if (found.length > 0) {
  console.log(
    print(found, {
      getCurrentDirectory: () => root,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  );
  process.exitCode = 1;
}
