import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import type { FileCalls } from './fileCalls.ts';

const nameOf = (node: ts.Node): string | undefined => {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return undefined;
  if (node.name) return node.name.getText();
  // An anonymous function is named after what it is assigned to.
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return undefined;
};

/** The innermost named function around a position; undefined outside of any. */
export const functionAround = (file: string, text: string, position: number): string | undefined => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (position < node.getStart(source) || position >= node.getEnd()) return;
    found = nameOf(node) ?? found;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Test files by the function they called, from what `recordCalls.ts` kept in a folder. */
export const readCalls = async (
  folder: string,
): Promise<(file: string, name: string) => ReadonlySet<string>> => {
  const callers = new Map<string, Set<string>>();
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const text = await readFile(join(folder, name), 'utf8');
    const { test, calls } = JSON.parse(text) as { test: string; calls: FileCalls };
    for (const [file, functions] of Object.entries(calls))
      for (const called of functions) {
        const key = `${file} ${called}`;
        callers.set(key, (callers.get(key) ?? new Set()).add(test));
      }
  }
  return (file, name) => callers.get(`${file} ${name}`) ?? new Set();
};
