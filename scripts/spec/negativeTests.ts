import ts from 'typescript';
import { idsIn } from './idsIn.ts';

const absent = new Set(['toBeNull', 'toBeUndefined', 'toBeFalsy']);
const emptyOnly = new Set(['toEqual', 'toStrictEqual', 'toHaveLength', 'toBe']);

const isNothing = (argument: ts.Expression | undefined): boolean =>
  argument !== undefined &&
  ['[]', '{}', '0', '', "''", 'false', 'null', 'undefined'].includes(argument.getText());

/** The calls after `expect(…)`, such as `not.toBe`, from the outermost one; undefined for other calls. */
const chainOf = (
  call: ts.CallExpression,
): { names: string[]; argument: ts.Expression | undefined } | undefined => {
  const names: string[] = [];
  let node: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(node)) {
    names.push(node.name.text);
    node = node.expression;
  }
  const isRoot =
    names.length > 0 &&
    ts.isCallExpression(node) &&
    /^expect(\.poll|\.soft)?$/.test(node.expression.getText());
  return isRoot ? { names, argument: call.arguments[0] } : undefined;
};

const isNegative = ({
  names,
  argument,
}: {
  names: string[];
  argument: ts.Expression | undefined;
}): boolean => {
  const [matcher = ''] = names;
  if (names.includes('not')) return !absent.has(matcher);
  return absent.has(matcher) || (emptyOnly.has(matcher) && isNothing(argument));
};

/** Whether a test asserts something, and asserts only that something is absent. */
const assertsAbsenceOnly = (body: ts.Node): boolean => {
  const verdicts: boolean[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const chain = chainOf(node);
      if (chain) verdicts.push(isNegative(chain));
      // A function of the tests' own that expects something; what it expects is not looked at.
      else if (/^expect[A-Z]/.test(node.expression.getText())) verdicts.push(false);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return verdicts.length > 0 && verdicts.every(Boolean);
};

/** A call of `test`, or of what `test.each(…)` and its like return. */
const isTest = (call: ts.CallExpression): boolean =>
  ts.isCallExpression(call.expression)
    ? /^(test|it)\.(each|for|skipIf|runIf)$/.test(call.expression.expression.getText())
    : /^(test|it)$/.test(call.expression.getText());

/** Every test of a file that names statements, and whether it asserts absence only. */
export const testsOfStatements = (file: string, text: string): { id: string; isNegative: boolean }[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { id: string; isNegative: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node)) {
      const [title, ...rest] = node.arguments;
      // The rows of `test.each` may name statements too.
      const rows = ts.isCallExpression(node.expression) ? node.expression.arguments : [];
      const ids = title ? [title, ...rows].flatMap((part) => idsIn(part.getText())) : [];
      const isNegative = rest.some(assertsAbsenceOnly);
      for (const id of new Set(ids)) found.push({ id, isNegative });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** The statements all of whose tests, over all files, assert absence only. */
export const onlyNegative = (files: readonly { file: string; text: string }[]): Set<string> => {
  const tests = files.flatMap(({ file, text }) => testsOfStatements(file, text));
  const positive = new Set(tests.filter(({ isNegative }) => !isNegative).map(({ id }) => id));
  return new Set(tests.map(({ id }) => id).filter((id) => !positive.has(id)));
};
