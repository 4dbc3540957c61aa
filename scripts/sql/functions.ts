import ts from 'typescript';
import { holds } from './conditions.ts';
import { nameText, property } from './objects.ts';
import {
  type FunctionValue,
  type Interpreter,
  nothing,
  type Scope,
  Unreachable,
  unknown,
  type Value,
} from './values.ts';

const withDefault = (
  self: Interpreter,
  value: Value | undefined,
  part: { initializer?: ts.Expression | undefined },
  scope: Scope,
): Value | undefined =>
  value?.kind === 'nothing' && part.initializer ? self.evaluate(part.initializer, scope) : value;

const bind = (self: Interpreter, name: ts.BindingName, value: Value, scope: Map<ts.Symbol, Value>): void => {
  if (ts.isIdentifier(name)) {
    const symbol = self.sources.symbolOf(name);
    if (symbol) scope.set(symbol, value);
    return;
  }
  name.elements.forEach((part, index) => {
    if (ts.isOmittedExpression(part)) return;
    const key = ts.isArrayBindingPattern(name) ? String(index) : nameText(part.propertyName ?? part.name);
    const found = part.dotDotDotToken || key === undefined ? undefined : property(self, value, key);
    const type = self.sources.checker.getTypeAtLocation(part);
    bind(self, part.name, withDefault(self, found, part, scope) ?? unknown(type), scope);
  });
};

/** The value of the first statement that returns; undefined when none does. */
const runAll = (self: Interpreter, nodes: readonly ts.Statement[], scope: Scope): Value | undefined => {
  for (const node of nodes) {
    const value = run(self, node, scope);
    if (value) return value;
  }
  return undefined;
};

/** The value a statement returns; undefined when it does not return. */
const run = (self: Interpreter, node: ts.Statement, scope: Scope): Value | undefined => {
  if (ts.isBlock(node)) return runAll(self, node.statements, scope);
  if (ts.isReturnStatement(node)) return node.expression ? self.evaluate(node.expression, scope) : nothing;
  if (ts.isThrowStatement(node)) throw new Unreachable();
  if (ts.isIfStatement(node)) {
    if (holds(self, node.expression, scope)) return run(self, node.thenStatement, scope);
    return node.elseStatement && run(self, node.elseStatement, scope);
  }
  if (ts.isSwitchStatement(node)) {
    const { clauses } = node.caseBlock;
    const reached = clauses.slice(self.choose(node, clauses.length));
    return runAll(
      self,
      reached.flatMap((clause) => [...clause.statements]),
      scope,
    );
  }
  if (ts.isForOfStatement(node) || ts.isWhileStatement(node))
    return self.choose(node, 2) === 0 ? run(self, node.statement, scope) : undefined;
  return ts.isTryStatement(node) ? run(self, node.tryBlock, scope) : undefined;
};

/** A function's result for given arguments. */
export const call = (self: Interpreter, fn: FunctionValue, args: readonly Value[]): Value => {
  const { node } = fn;
  if (!node.body) return unknown();
  const scope = new Map(fn.scope);
  node.parameters.forEach((part, index) => {
    const argument: Value = part.dotDotDotToken
      ? { kind: 'list', items: args.slice(index) }
      : (args[index] ?? nothing);
    bind(self, part.name, withDefault(self, argument, part, scope) ?? nothing, scope);
  });
  if (!ts.isBlock(node.body)) return self.evaluate(node.body, scope);
  return run(self, node.body, scope) ?? nothing;
};
