import { join } from 'node:path';
import ts from 'typescript';
import { type Mutant, withMutant } from './mutants.ts';

/** The TypeScript configurations of the project: the console has its own. */
const configs = ['packages/console/tsconfig.json', 'tsconfig.json'];

/** A program kept in memory, of which one file at a time is replaced. */
const openProgram = (config: string) => {
  const folder = join(config, '..');
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  const texts = new Map<string, string>();
  const versions = new Map<string, number>();
  const replace = (file: string, text: string | undefined) => {
    if (text === undefined) texts.delete(file);
    else texts.set(file, text);
    versions.set(file, (versions.get(file) ?? 0) + 1);
  };
  const textOf = (file: string) => texts.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const errorsIn = (file: string) =>
    service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length;
  return { fileNames: new Set(fileNames), replace, textOf, errorsIn };
};

/**
 * Tells whether a source file with a fault still compiles; a fault that the compiler finds needs no test.
 * Errors in files that depend on it are not looked for.
 */
export const openCompiler = (project: string): ((mutant: Mutant) => boolean) => {
  const programs = configs.map((config) => openProgram(join(project, config)));
  return (mutant) => {
    const file = join(project, mutant.file);
    const program = programs.find(({ fileNames }) => fileNames.has(file));
    const text = program?.textOf(file);
    if (!program || text === undefined) return true;
    program.replace(file, withMutant(text, mutant));
    const errors = program.errorsIn(file);
    program.replace(file, undefined);
    return errors === 0;
  };
};
