import ts from 'typescript';
import { callBuiltin, callMethod } from './builtins.ts';
import { holds, unwrap } from './conditions.ts';
import { call } from './functions.ts';
import { fromType, spread, valueOfName } from './names.ts';
import { anyProperty, property } from './objects.ts';
import type { Sources } from './sources.ts';
import { isSqlTag, isSqlType } from './sqlTypes.ts';
import {
  type Choose,
  Dynamic,
  type Interpreter,
  nothing,
  type Piece,
  type Scope,
  sqlOf,
  Unreachable,
  unknown,
  type Value,
} from './values.ts';

/** Maximum depth to which nested expressions are followed. */
const deepest = 60;

const mayBeUndefined = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);

const hole = (self: Interpreter, node: ts.Expression, scope: Scope): readonly Piece[] => {
  const { checker } = self.sources;
  const type = checker.getTypeAtLocation(node);
  const isArray = checker.isArrayLikeType(type);
  const isOpen = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  if (!isSqlType(type) && !isArray && !isOpen) return [{ type, node }];
  const value = self.evaluate(node, scope);
  if (value.kind === 'sql') return value.pieces;
  if (value.kind === 'nothing') {
    if (!isSqlType(type)) return [{ type, node }];
    // Without this argument the program has already returned or thrown, so there is no statement.
    if (!mayBeUndefined(type)) throw new Unreachable();
    return [];
  }
  if (value.kind === 'unknown' && value.type && value.type.flags & ts.TypeFlags.Null)
    return [{ type: value.type, node }];
  if (isArray) return ['(', { type: undefined, node }, ')'];
  if (isSqlType(type)) throw new Dynamic(node, `cannot tell which SQL \`${node.getText()}\` is`);
  return [{ type, node }];
};

const template = (self: Interpreter, node: ts.TaggedTemplateExpression, scope: Scope): Value => {
  self.visited.add(node);
  const { template: body } = node;
  if (ts.isNoSubstitutionTemplateLiteral(body)) return sqlOf(body.text);
  const spans = body.templateSpans.flatMap((span) => [
    ...hole(self, span.expression, scope),
    span.literal.text,
  ]);
  return sqlOf(body.head.text, ...spans);
};

const binary = (self: Interpreter, node: ts.BinaryExpression, scope: Scope): Value => {
  const { left, right, operatorToken } = node;
  const type = self.sources.checker.getTypeAtLocation(node);
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return holds(self, left, scope) ? self.evaluate(right, scope) : nothing;
  const isPlus = operatorToken.kind === ts.SyntaxKind.PlusToken;
  const isOr =
    operatorToken.kind === ts.SyntaxKind.BarBarToken ||
    operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  if (!isPlus && !isOr) return unknown(type);
  const a = self.evaluate(left, scope);
  if (isOr && a.kind !== 'nothing' && a.kind !== 'unknown') return a;
  if (isOr && a.kind === 'unknown' && !isSqlType(type)) return unknown(type);
  const b = self.evaluate(right, scope);
  if (isOr) return b;
  return a.kind === 'text' && b.kind === 'text' ? { kind: 'text', text: a.text + b.text } : unknown(type);
};

const literal = (self: Interpreter, node: ts.TemplateExpression, scope: Scope): Value => {
  let { text } = node.head;
  for (const span of node.templateSpans) {
    const value = self.evaluate(span.expression, scope);
    if (value.kind !== 'text') return unknown(self.sources.checker.getTypeAtLocation(node));
    text += value.text + span.literal.text;
  }
  return { kind: 'text', text };
};

const access = (self: Interpreter, node: ts.PropertyAccessExpression, scope: Scope): Value => {
  const of = self.evaluate(node.expression, scope);
  if (of.kind === 'nothing' && node.questionDotToken) return nothing;
  return property(self, of, node.name.text) ?? valueOfName(self, node.name, scope);
};

const element = (self: Interpreter, node: ts.ElementAccessExpression, scope: Scope): Value => {
  const of = self.evaluate(node.expression, scope);
  const key = self.evaluate(node.argumentExpression, scope);
  const found = key.kind === 'text' ? property(self, of, key.text) : anyProperty(self, of, node);
  return found ?? fromType(self, node);
};

const evaluateCall = (self: Interpreter, node: ts.CallExpression, scope: Scope): Value => {
  const known = callBuiltin(self, node, scope) ?? callMethod(self, node, scope);
  if (known) return known;
  const fn = self.evaluate(node.expression, scope);
  return fn.kind === 'function' ? call(self, fn, spread(self, node.arguments, scope)) : fromType(self, node);
};

const evaluate = (self: Interpreter, expression: ts.Expression, scope: Scope): Value => {
  const node = unwrap(expression);
  if (ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag)) return template(self, node, scope);
  if (ts.isStringLiteralLike(node)) return { kind: 'text', text: node.text };
  if (ts.isTemplateExpression(node)) return literal(self, node, scope);
  if (ts.isConditionalExpression(node))
    return self.evaluate(holds(self, node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
  if (ts.isBinaryExpression(node)) return binary(self, node, scope);
  if (ts.isIdentifier(node)) return node.text === 'undefined' ? nothing : valueOfName(self, node, scope);
  if (ts.isPropertyAccessExpression(node)) return access(self, node, scope);
  if (ts.isElementAccessExpression(node)) return element(self, node, scope);
  if (ts.isCallExpression(node)) return evaluateCall(self, node, scope);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, scope };
  if (ts.isArrayLiteralExpression(node)) return { kind: 'list', items: spread(self, node.elements, scope) };
  if (ts.isObjectLiteralExpression(node)) return { kind: 'object', node, scope };
  return unknown(self.sources.checker.getTypeAtLocation(node));
};

/** Makes an interpreter whose branches `choose` decides. */
export const interpreter = (sources: Sources, choose: Choose, visited: Set<ts.Node>): Interpreter => {
  let depth = 0;
  const self: Interpreter = {
    sources,
    choose,
    visited,
    evaluate: (node, scope) => {
      if (depth >= deepest) return unknown(sources.checker.getTypeAtLocation(node));
      depth += 1;
      try {
        return evaluate(self, node, scope);
      } finally {
        depth -= 1;
      }
    },
  };
  return self;
};
