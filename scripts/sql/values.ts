import type ts from 'typescript';
import type { Sources } from './sources.ts';

/** A part of a statement: literal SQL, or a parameter with the type of what is passed. */
export type Piece = string | { readonly type: ts.Type | undefined; readonly node: ts.Node };

/** The values of names while a function is expanded. */
export type Scope = ReadonlyMap<ts.Symbol, Value>;

/** What the source says about a value without running it. */
export type Value =
  | { readonly kind: 'sql'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly node: ts.ObjectLiteralExpression; readonly scope: Scope }
  | { readonly kind: 'function'; readonly node: ts.FunctionLikeDeclaration; readonly scope: Scope }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly type: ts.Type | undefined };

/** A function of the source. */
export type FunctionValue = Value & { readonly kind: 'function' };

/** Decides which branch an expansion takes; the same key always gets the same answer. */
export type Choose = (key: object, branches: number) => number;

/** Evaluates source expressions as far as they build SQL. */
export type Interpreter = {
  readonly sources: Sources;
  readonly choose: Choose;
  /** Templates read so far. */
  readonly visited: Set<ts.Node>;
  evaluate(node: ts.Expression, scope: Scope): Value;
};

/** `undefined`, also as the result of a branch that adds nothing. */
export const nothing: Value = { kind: 'nothing' };

/** A value known only at run time. */
export const unknown = (type?: ts.Type): Value => ({ kind: 'unknown', type });

/** A fragment of SQL made of pieces. */
export const sqlOf = (...pieces: Piece[]): Value => ({ kind: 'sql', pieces });

/** A fragment whose text is known only at run time. */
export class Dynamic extends Error {
  readonly node: ts.Node;
  constructor(node: ts.Node, why: string) {
    super(why);
    this.node = node;
  }
}

/** The current branch throws, so it yields no statement. */
export class Unreachable extends Error {}

/** A fragment's pieces, none for `nothing`; any other value is dynamic. */
export const piecesOf = (value: Value, node: ts.Node): readonly Piece[] => {
  if (value.kind === 'sql') return value.pieces;
  if (value.kind === 'nothing') return [];
  throw new Dynamic(node, `cannot tell which SQL \`${node.getText()}\` is`);
};

/** Pieces joined, as `sql.join` does. */
export const joinPieces = (parts: readonly (readonly Piece[])[], separator: readonly Piece[]): Piece[] =>
  parts.flatMap((part, index) => (index === 0 ? [...part] : [...separator, ...part]));
