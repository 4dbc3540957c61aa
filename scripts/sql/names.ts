import ts from 'typescript';
import { holds } from './conditions.ts';
import { nameText, property } from './objects.ts';
import { type Interpreter, nothing, type Scope, unknown, type Value } from './values.ts';

type ListValue = Value & { kind: 'list' };

/** Maximum number of literals of a type that are tried one by one. */
const mostLiterals = 30;

/** The literal, or one of several, that a type names. */
export const fromType = (self: Interpreter, node: ts.Node): Value => {
  const type = self.sources.checker.getTypeAtLocation(node);
  const members = type.isUnion() ? type.types : [type];
  const literals = members.filter((member) => member.isStringLiteral());
  if (literals.length === 0 || literals.length < members.length || literals.length > mostLiterals)
    return unknown(type);
  const key = self.sources.symbolOf(node) ?? node;
  return { kind: 'text', text: literals[self.choose(key, literals.length)]?.value ?? '' };
};

/** Values of arguments or elements, with spread lists expanded. */
export const spread = (self: Interpreter, nodes: readonly ts.Expression[], scope: Scope): Value[] =>
  nodes.flatMap((node) => {
    if (!ts.isSpreadElement(node)) return [self.evaluate(node, scope)];
    const value = self.evaluate(node.expression, scope);
    return value.kind === 'list' ? [...value.items] : [unknown()];
  });

/** A list with the elements that later statements push, each under its condition. */
const withPushed = (
  self: Interpreter,
  node: ts.VariableDeclaration,
  value: ListValue,
  scope: Scope,
): Value => {
  const { symbolOf } = self.sources;
  const symbol = symbolOf(node.name);
  const block = ts.findAncestor(node, ts.isBlock);
  if (!block || !symbol) return value;
  const items = [...value.items];
  const visit = (inner: ts.Node): void => {
    if (
      ts.isCallExpression(inner) &&
      ts.isPropertyAccessExpression(inner.expression) &&
      inner.expression.name.text === 'push' &&
      symbolOf(inner.expression.expression) === symbol
    ) {
      const under = ts.findAncestor(inner, (up) => up === block || ts.isIfStatement(up));
      if (under && ts.isIfStatement(under) && !holds(self, under.expression, scope)) return;
      items.push(...spread(self, inner.arguments, scope));
    }
    ts.forEachChild(inner, visit);
  };
  visit(block);
  return { kind: 'list', items };
};

const variable = (self: Interpreter, node: ts.VariableDeclaration, scope: Scope): Value | undefined => {
  if (node.initializer) {
    const value = self.evaluate(node.initializer, scope);
    return value.kind === 'list' && ts.isIdentifier(node.name) ? withPushed(self, node, value, scope) : value;
  }
  const loop = node.parent.parent;
  if (!ts.isForOfStatement(loop)) return undefined;
  const over = self.evaluate(loop.expression, scope);
  return over.kind === 'list' && over.items.length > 0
    ? over.items[self.choose(loop, over.items.length)]
    : undefined;
};

/** An element of the list that a callback iterates over. */
const elementFor = (self: Interpreter, callback: ts.Node, list: ts.Expression): Value | undefined => {
  const value = self.evaluate(list, new Map());
  return value.kind === 'list' && value.items.length > 0
    ? value.items[self.choose(callback, value.items.length)]
    : undefined;
};

/** What the callers of a function pass; each call is a branch. */
const parameter = (self: Interpreter, node: ts.ParameterDeclaration): Value | undefined => {
  const owner = node.parent;
  const { parent } = owner;
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return owner.parameters[0] === node && /^(map|flatMap|filter)$/.test(parent.expression.name.text)
      ? elementFor(self, owner, parent.expression.expression)
      : undefined;
  const holder = ts.isArrowFunction(owner) || ts.isFunctionExpression(owner) ? owner.parent : owner;
  const name = ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder) ? holder.name : undefined;
  const symbol = name && self.sources.symbolOf(name);
  const calls = symbol ? self.sources.callsOf(symbol) : [];
  if (!symbol || calls.length === 0) return undefined;
  const argument = calls[self.choose(symbol, calls.length)]?.arguments[owner.parameters.indexOf(node)];
  if (argument) return self.evaluate(argument, new Map());
  return node.initializer ? self.evaluate(node.initializer, new Map()) : nothing;
};

const destructured = (self: Interpreter, node: ts.BindingElement, scope: Scope): Value | undefined => {
  const { parent } = node;
  const holder = parent.parent;
  const whole = ts.isBindingElement(holder)
    ? destructured(self, holder, scope)
    : ts.isParameter(holder)
      ? parameter(self, holder)
      : variable(self, holder, scope);
  if (!whole || whole.kind === 'unknown' || node.dotDotDotToken) return undefined;
  const key = ts.isArrayBindingPattern(parent)
    ? String(parent.elements.indexOf(node))
    : nameText(node.propertyName ?? node.name);
  const value = key === undefined ? undefined : property(self, whole, key);
  return value?.kind === 'nothing' && node.initializer ? self.evaluate(node.initializer, scope) : value;
};

/** What a name stands for. */
export const valueOfName = (self: Interpreter, node: ts.Node, scope: Scope): Value => {
  const symbol = self.sources.symbolOf(node);
  const bound = symbol && scope.get(symbol);
  if (bound) return bound;
  const declaration = symbol?.declarations?.[0];
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return fromType(self, node);
  if (ts.isVariableDeclaration(declaration))
    return variable(self, declaration, scope) ?? fromType(self, node);
  if (ts.isBindingElement(declaration)) return destructured(self, declaration, scope) ?? fromType(self, node);
  if (ts.isParameter(declaration)) {
    const value = parameter(self, declaration);
    return value && value.kind !== 'unknown' ? value : fromType(self, node);
  }
  if (ts.isFunctionDeclaration(declaration) || (ts.isMethodDeclaration(declaration) && declaration.body))
    return { kind: 'function', node: declaration, scope };
  if (ts.isPropertyAssignment(declaration)) return self.evaluate(declaration.initializer, scope);
  return fromType(self, node);
};
