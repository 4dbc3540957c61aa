import ts from 'typescript';
import { call } from './functions.ts';
import { entriesOf } from './objects.ts';
import { tableOf } from './resourceTables.ts';
import { isSqlType } from './sqlTypes.ts';
import {
  Dynamic,
  type Interpreter,
  joinPieces,
  nothing,
  type Piece,
  piecesOf,
  type Scope,
  sqlOf,
  unknown,
  type Value,
} from './values.ts';

type Call = ts.CallExpression;
type Builtin = (self: Interpreter, node: Call, scope: Scope) => Value;

const argument = (self: Interpreter, node: Call, index: number, scope: Scope): Value => {
  const argument = node.arguments[index];
  return argument ? self.evaluate(argument, scope) : nothing;
};

/** The fragments of a list, without absent ones. */
const fragments = (self: Interpreter, node: Call, scope: Scope): (readonly Piece[])[] => {
  const value = argument(self, node, 0, scope);
  if (value.kind !== 'list') throw new Dynamic(node, `cannot tell the parts of \`${node.getText()}\``);
  const present = value.items.filter((item) => item.kind !== 'nothing');
  return present.map((item) => piecesOf(item, node.arguments[0] ?? node));
};

const textArgument = (self: Interpreter, node: Call, scope: Scope): string => {
  const value = argument(self, node, 0, scope);
  if (value.kind !== 'text') throw new Dynamic(node, `cannot tell the name in \`${node.getText()}\``);
  return value.text;
};

const identifier: Builtin = (self, node, scope) =>
  sqlOf(`"${textArgument(self, node, scope).replaceAll('"', '""')}"`);

const raw: Builtin = (self, node, scope) => sqlOf(textArgument(self, node, scope));

const joinedBy =
  (usual: string): Builtin =>
  (self, node, scope) => {
    const separator = argument(self, node, 1, scope);
    const between = separator.kind === 'sql' ? separator.pieces : [usual];
    return sqlOf(...joinPieces(fragments(self, node, scope), between));
  };

const eachOf =
  (between: string, whenEmpty: string): Builtin =>
  (self, node, scope) => {
    const parts = fragments(self, node, scope).map((part) => ['(', ...part, ')']);
    return sqlOf(...(parts.length > 0 ? joinPieces(parts, [between]) : [whenEmpty]));
  };

const parameterIn =
  (before: string, after: string): Builtin =>
  (_self, node) =>
    sqlOf(before, { type: undefined, node }, after);

/** Marks a condition that may name any column of its table. */
export const scopeMark = '/* scope */';

/** Which rows a caller may see depends on the resource; the condition is checked where it is written. */
const scopeCondition: Builtin = () => sqlOf(`true ${scopeMark}`);

/**
 * Rows of a resource that a caller may see: all columns of its table, which a variant shares with its base.
 */
const visibleRows: Builtin = (self, node, scope) => {
  const key = textArgument(self, node, scope);
  const table = tableOf(self.sources.root, key);
  if (table === undefined) throw new Dynamic(node, `there is no resource ${key}`);
  return sqlOf(`(select * from "${table}")`);
};

/** Functions whose SQL is known without reading them, by the file that declares them. */
const known: Readonly<Record<string, Builtin>> = {
  'platform/database.ts:list': joinedBy(', '),
  'platform/database.ts:id': identifier,
  'platform/database.ts:allOf': eachOf(' and ', 'true'),
  'platform/database.ts:anyOf': eachOf(' or ', 'false'),
  'platform/database.ts:uuids': parameterIn('', '::uuid[]'),
  'platform/database.ts:texts': parameterIn('array(select jsonb_array_elements_text(', '::jsonb))'),
  'engine/fields/related.ts:idArray': parameterIn('', ''),
  'engine/fields/related.ts:referable': scopeCondition,
  'engine/query.ts:listCondition': scopeCondition,
  'engine/query.ts:scopeOf': scopeCondition,
  'engine/visibleRows.ts:visibleRows': visibleRows,
};

const drizzle: Readonly<Record<string, Builtin>> = {
  identifier,
  raw,
  join: joinedBy(''),
  param: parameterIn('', ''),
  empty: () => sqlOf(),
};

/** The result of calling the SQL library or a well-known function; undefined for any other call. */
export const callBuiltin = (self: Interpreter, node: Call, scope: Scope): Value | undefined => {
  const { expression: callee } = node;
  if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'sql')
    return drizzle[callee.name.text]?.(self, node, scope);
  if (!ts.isIdentifier(callee)) return undefined;
  const symbol = self.sources.symbolOf(callee);
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration) return undefined;
  const file = self.sources.pathOf(declaration).replace('packages/server/src/', '');
  return known[`${file}:${symbol.name}`]?.(self, node, scope);
};

const text = (value: string): Value => ({ kind: 'text', text: value });
const list = (items: readonly Value[]): Value => ({ kind: 'list', items });
const itemsOf = (value: Value): readonly Value[] => (value.kind === 'list' ? value.items : [value]);

const ofObject: Readonly<Record<string, (entries: [string, Value][]) => Value>> = {
  keys: (entries) => list(entries.map(([name]) => text(name))),
  values: (entries) => list(entries.map(([, value]) => value)),
  entries: (entries) => list(entries.map(([name, value]) => list([text(name), value]))),
};

const keepers = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'sort', 'concat']);

/** The result of an array method called on these elements. */
const arrayMethod = (
  self: Interpreter,
  node: Call,
  { name, elements, scope }: { name: string; elements: readonly Value[]; scope: Scope },
): Value => {
  const { checker } = self.sources;
  if (name === 'map' || name === 'flatMap') {
    const fn = argument(self, node, 0, scope);
    const apply = (element: Value): Value =>
      fn.kind === 'function' ? call(self, fn, [element, unknown()]) : unknown();
    const made = elements.map(apply);
    return list(name === 'map' ? made : made.flatMap(itemsOf));
  }
  if (name === 'concat')
    return list([
      ...elements,
      ...node.arguments.flatMap((_, at) => itemsOf(argument(self, node, at, scope))),
    ]);
  const element = checker.getIndexTypeOfType(checker.getTypeAtLocation(node), ts.IndexKind.Number);
  const isOfSql = element !== undefined && isSqlType(element);
  return list(isOfSql ? elements.filter(({ kind }) => kind !== 'nothing') : elements);
};

/** The result of a method of arrays or `Object`, or of `Promise.all`; undefined for any other call. */
export const callMethod = (self: Interpreter, node: Call, scope: Scope): Value | undefined => {
  const { expression: callee } = node;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  const of = callee.expression.getText();
  if (of === 'Promise' && name === 'all') return argument(self, node, 0, scope);
  if (of === 'Object' && ofObject[name]) {
    const value = argument(self, node, 0, scope);
    return value.kind === 'object' ? ofObject[name](entriesOf(self, value)) : undefined;
  }
  if (name !== 'map' && name !== 'flatMap' && !keepers.has(name)) return undefined;
  const value = self.evaluate(callee.expression, scope);
  const { checker } = self.sources;
  const type = checker.getTypeAtLocation(callee.expression);
  if (value.kind !== 'list' && !checker.isArrayLikeType(type)) return undefined;
  // One element represents a list known only at run time.
  const sample = unknown(checker.getIndexTypeOfType(type, ts.IndexKind.Number));
  const elements = value.kind === 'list' ? value.items : [sample];
  return arrayMethod(self, node, { name, elements, scope });
};
