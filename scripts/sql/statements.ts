import ts from 'typescript';
import { interpreter } from './interpret.ts';
import type { Sources } from './sources.ts';
import { Dynamic, type Piece, piecesOf } from './values.ts';
import { eachBranch } from './variants.ts';

/** A parameter of a statement: what the source passes. */
export type Parameter = { type: ts.Type | undefined; node: ts.Node };

/** One form a statement takes. */
export type Variant = { text: string; parameters: readonly Parameter[] };

/** A call that runs SQL, with all variants of its statement and the type of its rows. */
export type Statement = {
  call: ts.CallExpression;
  row: ts.Type | undefined;
  variants: readonly Variant[];
  dynamic?: Dynamic;
};

const render = (pieces: readonly Piece[]): Variant => {
  const parameters: Parameter[] = [];
  const text = pieces
    .map((piece) => (typeof piece === 'string' ? piece : `$${parameters.push(piece)}`))
    .join('');
  return { text, parameters };
};

const distinct = (variants: readonly Variant[]): Variant[] => [
  ...new Map(variants.map((variant) => [variant.text, variant])).values(),
];

/** All variants of what an expression builds. */
export const variantsOf = (
  sources: Sources,
  node: ts.Expression,
  visited: Set<ts.Node>,
): Pick<Statement, 'variants' | 'dynamic'> => {
  try {
    const variants = eachBranch((choose) => {
      const seen = new Set<ts.Node>();
      const reader = interpreter(sources, choose, seen);
      const value = reader.evaluate(node, new Map());
      const pieces = value.kind === 'text' ? [value.text] : piecesOf(value, node);
      for (const template of seen) visited.add(template);
      return render(pieces);
    });
    return { variants: distinct(variants) };
  } catch (error) {
    if (error instanceof Dynamic) return { variants: [], dynamic: error };
    throw error;
  }
};

/** The row type of a call that returns a promise of rows. */
const rowOf = (sources: Sources, call: ts.CallExpression): ts.Type | undefined => {
  const { checker } = sources;
  const signature = checker.getResolvedSignature(call);
  const answer = signature && checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
  if (!answer) return undefined;
  const rows = checker.isArrayType(answer) ? answer : undefined;
  return rows && checker.getTypeArguments(rows as ts.TypeReference)[0];
};

const isDatabase = (sources: Sources, node: ts.Expression): boolean => {
  const type = sources.checker.getTypeAtLocation(node);
  return (type.aliasSymbol ?? type.symbol)?.name === 'Database';
};

const isDriver = (sources: Sources, node: ts.Expression): boolean => {
  const type = sources.checker.getTypeAtLocation(node);
  return ['Pool', 'PoolClient', 'Client'].includes((type.aliasSymbol ?? type.symbol)?.name ?? '');
};

/** Every call of the server that runs SQL. */
export const findStatements = (sources: Sources, visited: Set<ts.Node>): Statement[] => {
  const statements: Statement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: of } = node.expression;
      const query = node.arguments[0];
      const runs =
        (name.text === 'rows' && isDatabase(sources, of)) || (name.text === 'query' && isDriver(sources, of));
      if (runs && query)
        statements.push({ call: node, row: rowOf(sources, node), ...variantsOf(sources, query, visited) });
    }
    ts.forEachChild(node, visit);
  };
  for (const file of sources.files) visit(file);
  return statements;
};
