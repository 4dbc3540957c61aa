import ts from 'typescript';
import type { Interpreter, Scope } from './values.ts';

/** The expression inside parentheses, casts, `satisfies`, `!` and `await`. */
export const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node)
    ? unwrap(node.expression)
    : node;

const comparison = (self: Interpreter, node: ts.BinaryExpression, scope: Scope): boolean | undefined => {
  const isEqual = node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
  if (!isEqual && node.operatorToken.kind !== ts.SyntaxKind.ExclamationEqualsEqualsToken) return undefined;
  const [a, b] = [self.evaluate(node.left, scope), self.evaluate(node.right, scope)];
  if (a.kind === 'text' && b.kind === 'text') return (a.text === b.text) === isEqual;
  if (b.kind === 'nothing' && a.kind !== 'unknown') return (a.kind === 'nothing') === isEqual;
  return undefined;
};

/** Whether a condition holds, if the source alone decides it. */
const decide = (self: Interpreter, condition: ts.Expression, scope: Scope): boolean | undefined => {
  const node = unwrap(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = decide(self, node.operand, scope);
    return inner === undefined ? undefined : !inner;
  }
  if (ts.isIdentifier(node)) {
    const value = self.evaluate(node, scope);
    if (value.kind === 'nothing') return false;
    if (value.kind === 'text') return value.text !== '';
    return value.kind === 'unknown' ? undefined : true;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) return comparison(self, node, scope);
  const both = [decide(self, node.left, scope), decide(self, node.right, scope)];
  return both.includes(false) ? false : both.includes(undefined) ? undefined : true;
};

/** Equal conditions in one function get the same key, so that they are decided together. */
const keys = new WeakMap<ts.Node, Map<string, object>>();
const keyOf = (condition: ts.Expression): object => {
  const owner = ts.findAncestor(condition, ts.isFunctionLike) ?? condition.getSourceFile();
  const known = keys.get(owner) ?? new Map<string, object>();
  keys.set(owner, known);
  const text = condition.getText();
  const key = known.get(text) ?? condition;
  known.set(text, key);
  return key;
};

/** Whether a condition holds in the current variant of the statement. */
export const holds = (self: Interpreter, condition: ts.Expression, scope: Scope): boolean =>
  decide(self, condition, scope) ?? self.choose(keyOf(condition), 2) === 0;
