import ts from 'typescript';
import type { Sources } from './sources.ts';
import { isSqlTag } from './sqlTypes.ts';
import { type Variant, variantsOf } from './statements.ts';
import type { Dynamic } from './values.ts';

/**
 * SQL that belongs to no statement in the server itself: the engine inserts it into a resource's statement.
 */
export type Fragment = { node: ts.Node; variants: readonly Variant[]; dynamic?: Dynamic };

/** Places where fragments belong to statements about any resource. */
const ofAnyResource = /^packages\/server\/src\/(engine\/|platform\/database\.ts)/;

/** Templates contained in no statement and in no other such template. */
export const findFragments = (sources: Sources, inStatements: ReadonlySet<ts.Node>): Fragment[] => {
  const found: Fragment[] = [];
  const inFragments = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag)) {
      if (inStatements.has(node)) return;
      const inside = new Set<ts.Node>();
      const expanded = variantsOf(sources, node, inside);
      inside.delete(node);
      for (const inner of inside) inFragments.add(inner);
      found.push({ node, ...expanded });
      return;
    }
    ts.forEachChild(node, visit);
  };
  for (const file of sources.files) if (!ofAnyResource.test(sources.pathOf(file))) visit(file);
  return found.filter(({ node }) => !inFragments.has(node));
};

/** Statements that a fragment may be part of, over alias `t` of a table. */
const places: readonly ((fragment: string, table: string) => string)[] = [
  (fragment, table) => `select 1 from ${table} t where (${fragment})`,
  (fragment, table) => `select ${fragment} from ${table} t`,
  (fragment, table) => `select 1 from ${table} t ${fragment}`,
  (fragment, table) => `select 1 from ${table} t order by ${fragment}`,
  (fragment, table) => `select 1 from ${table} t where true ${fragment}`,
  (fragment) => fragment,
];

/** A problem of a fragment that fits none of these tables; undefined when it fits one of them. */
export const fragmentProblem = async (
  text: string,
  tables: readonly string[],
  problemOf: (statement: string) => Promise<string | undefined>,
): Promise<string | undefined> => {
  if (/^\W*(and|or)?\W*$/.test(text)) return undefined;
  const problems: string[] = [];
  for (const table of tables)
    for (const place of places) {
      const problem = await problemOf(place(text, table));
      if (problem === undefined) return undefined;
      problems.push(problem);
    }
  return problems.find((problem) => problem.includes('Perhaps you meant')) ?? problems[0];
};
