import ts from 'typescript';
import { type Interpreter, nothing, type Scope, unknown, type Value } from './values.ts';

/** The text of a property's name, unless it is computed. */
export const nameText = (name: ts.PropertyName | ts.BindingName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined;

const partValue = (self: Interpreter, part: ts.ObjectLiteralElementLike, scope: Scope): Value => {
  if (ts.isPropertyAssignment(part)) return self.evaluate(part.initializer, scope);
  if (ts.isShorthandPropertyAssignment(part)) return self.evaluate(part.name, scope);
  if (ts.isMethodDeclaration(part)) return { kind: 'function', node: part, scope };
  return unknown();
};

/** A property of an object or an element of a list; undefined when the source does not determine it. */
export const property = (self: Interpreter, of: Value, name: string): Value | undefined => {
  if (of.kind === 'list') return /^\d+$/.test(name) ? (of.items[Number(name)] ?? nothing) : undefined;
  if (of.kind !== 'object') return undefined;
  for (const part of of.node.properties.toReversed()) {
    if (ts.isSpreadAssignment(part)) {
      const found = property(self, self.evaluate(part.expression, of.scope), name);
      if (found && found.kind !== 'nothing') return found;
    } else if (part.name && nameText(part.name) === name) return partValue(self, part, of.scope);
  }
  return of.node.properties.some(ts.isSpreadAssignment) ? undefined : nothing;
};

/** One of an object's properties or a list's elements, for a key known only at run time. */
export const anyProperty = (self: Interpreter, of: Value, key: object): Value | undefined => {
  if (of.kind === 'list') return of.items[self.choose(key, of.items.length)];
  if (of.kind !== 'object' || of.node.properties.length === 0) return undefined;
  const part = of.node.properties[self.choose(key, of.node.properties.length)];
  return part && partValue(self, part, of.scope);
};

/** Names and values of an object literal, in order. */
export const entriesOf = (self: Interpreter, of: Value): [name: string, value: Value][] =>
  of.kind === 'object'
    ? of.node.properties.flatMap((part): [string, Value][] => {
        const name = part.name && nameText(part.name);
        return name === undefined ? [] : [[name, partValue(self, part, of.scope)]];
      })
    : [];
