import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** The server's sources with their types. */
export type Sources = {
  root: string;
  checker: ts.TypeChecker;
  /** Files of the server, without tests. */
  files: readonly ts.SourceFile[];
  /** Path from the root of the checkout, with forward slashes. */
  pathOf(node: ts.Node): string;
  /** `path:line` of a node. */
  placeOf(node: ts.Node): string;
  /** What a name refers to, with imports followed. */
  symbolOf(node: ts.Node): ts.Symbol | undefined;
  /** Calls of the function that a symbol stands for. */
  callsOf(symbol: ts.Symbol): readonly ts.CallExpression[];
};

const optionsOf = (root: string): ts.CompilerOptions => {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  return { ...options, noEmit: true, skipLibCheck: true };
};

/** Calls by the name of the called function. */
const callsByName = (files: readonly ts.SourceFile[]): Map<string, ts.CallExpression[]> => {
  const calls = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee)
        ? callee.name.text
        : ts.isIdentifier(callee)
          ? callee.text
          : '';
      calls.set(name, [...(calls.get(name) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return calls;
};

/** Paths of the server's sources, without tests. */
const sourcePaths = (root: string): string[] => {
  const paths = globSync('packages/server/src/**/*.ts', { cwd: root });
  return paths
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted();
};

/** Reads the server's sources of a checkout. */
export const readSources = (root: string): Sources => {
  const names = sourcePaths(root).map((path) => join(root, path));
  const program = ts.createProgram(names, optionsOf(root));
  const checker = program.getTypeChecker();
  const files = names.flatMap((name) => program.getSourceFile(name) ?? []);
  const pathOf = (node: ts.Node): string =>
    relative(root, node.getSourceFile().fileName).split(sep).join('/');
  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const symbol =
      ts.isIdentifier(node) && ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };
  let calls: Map<string, ts.CallExpression[]> | undefined;
  return {
    root,
    checker,
    files,
    pathOf,
    symbolOf,
    placeOf: (node) => {
      const file = node.getSourceFile();
      return `${pathOf(node)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    },
    callsOf: (symbol) => {
      calls ??= callsByName(files);
      return (calls.get(symbol.name) ?? []).filter((call) => {
        const { expression: callee } = call;
        return symbolOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee) === symbol;
      });
    },
  };
};
