import { parseSync, type RawStmt } from 'libpg-query';
import { everyDefinition } from '../../packages/contract/src/resources/all.ts';
import type { Schema } from './schema.ts';

/** A node's kind and content: `{ SelectStmt: {…} }`. */
type Tree = { [key: string]: unknown };
/** A table that a statement reads, and the columns of the relation through which it reads the table. */
type Read = { table: string; columns: readonly string[] };
type Relation = Read & { isOpen: boolean; isSeen: boolean };
/** An item after `from`: its reads that nothing narrows yet, and whether its rows are already limited. */
type Source = {
  alias: string;
  columns: readonly string[] | undefined;
  open: readonly Read[];
  isFixed: boolean;
};
type Names = { schema: Schema; only: string; ctes: ReadonlyMap<string, readonly Read[]> };

/** Statements that read all organizations on purpose, by file. */
export const wholeReads: Readonly<Record<string, string>> = {
  'packages/server/src/flows/licence/assetLimit.ts':
    'a licence limits the assets of all organizations together',
  'packages/server/src/flows/licence/routes.ts': 'a licence limits the assets of all organizations together',
  'packages/server/src/flows/machineWork/removals.ts':
    'a machine is managed and reached by an account whichever organization has it',
  'packages/server/src/flows/storages/moves.ts': 'a storage keeps the recordings of all organizations',
  'packages/server/src/resources/accounts/account/statements.ts':
    'the clean-up keeps the latest of every account',
  'packages/server/src/resources/accounts/changesecretrecord/secretPlaces.ts':
    'a vault keeps the secrets of all organizations',
  'packages/server/src/resources/terminal/terminal/index.ts': 'a component serves all organizations',
};

const kindOf = (node: unknown): [kind: string, content: Tree] => {
  const [entry] = Object.entries((node ?? {}) as Tree);
  return entry ? [entry[0], entry[1] as Tree] : ['', {}];
};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (node: unknown): string => String(kindOf(node)[1].sval ?? '');

const references = new Set(
  everyDefinition.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'ref' ? [name] : [])),
  ),
);
/** Whether a column identifies rows: a statement narrowed by such a column is not a list. */
const isKey = (column: string): boolean =>
  /^(id|key|parent_key|path|session|applicant|org|\w+_id)$/.test(column) || references.has(column);

/**
 * A bare selection of columns from one table: the relation of an owner (`all…`) or, with all columns, the
 * rows a caller may see (`visibleRows`).
 */
const relationOf = (expression: unknown, { schema }: Names): Relation | undefined => {
  const [kind, node] = kindOf(expression);
  const [from, ...others] = listOf(node.fromClause);
  const [fromKind, { relname }] = kindOf(from);
  if (kind !== 'SelectStmt' || fromKind !== 'RangeVar' || others.length > 0 || node.whereClause)
    return undefined;
  const table = String(relname);
  if (!schema.tables[table]) return undefined;
  const columns = listOf(node.targetList).map((target) => {
    const [, { name, val }] = kindOf(target);
    const [kind, content] = kindOf(listOf(kindOf(val)[1].fields).at(-1));
    return String(name ?? (kind === 'A_Star' ? '*' : content.sval));
  });
  const isSeen = columns.includes('*');
  return { table, columns, isSeen, isOpen: !isSeen && 'org_id' in schema.tables[table] };
};

const sourcesOf = (expression: unknown, names: Names, conditions: unknown[]): Source[] => {
  const [kind, node] = kindOf(expression);
  const alias = String((node.alias as Tree | undefined)?.aliasname ?? node.relname ?? '');
  if (kind === 'JoinExpr') {
    conditions.push(node.quals);
    return [...sourcesOf(node.larg, names, conditions), ...sourcesOf(node.rarg, names, conditions)];
  }
  if (kind === 'RangeVar') {
    const table = names.schema.tables[String(node.relname)];
    const open = names.ctes.get(String(node.relname));
    return [{ alias, columns: table && Object.keys(table), open: open ?? [], isFixed: open?.length === 0 }];
  }
  if (kind !== 'RangeSubselect') return [{ alias, columns: undefined, open: [], isFixed: true }];
  const read = relationOf(node.subquery, names);
  if (read) return [{ alias, columns: read.columns, open: read.isOpen ? [read] : [], isFixed: read.isSeen }];
  const open = openReads(node.subquery, names);
  return [{ alias, columns: undefined, open, isFixed: open.length === 0 }];
};

/** The nodes of a kind anywhere below, but not inside subqueries. */
const within = (tree: unknown, kind: string): Tree[] => {
  if (Array.isArray(tree)) return tree.flatMap((node) => within(node, kind));
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, node]) => {
    if (key === 'SelectStmt') return [];
    return [...(key === kind ? [node as Tree] : []), ...within(node, kind)];
  });
};

/** The sources whose keys an expression names. */
const namedIn = (expression: unknown, sources: readonly Source[], only: string): Source[] =>
  within([expression], 'ColumnRef').flatMap(({ fields }) => {
    const [column = '', alias] = listOf(fields).map(textOf).toReversed();
    if (!isKey(column) || (only !== '' && column !== only)) return [];
    return sources.filter((source) =>
      alias === undefined ? sources.length === 1 || source.columns?.includes(column) : source.alias === alias,
    );
  });

/**
 * The sources that are narrowed by a key from outside, directly or through others they are joined with by
 * keys.
 */
const narrowed = (sources: readonly Source[], conditions: readonly unknown[], only: string): Set<Source> => {
  const fixed = new Set(sources.filter(({ isFixed }) => isFixed));
  const pairs: [Source, Source][] = [];
  for (const { name, lexpr, rexpr } of within(conditions, 'A_Expr')) {
    if (!['=', '<@', '@>', '&&'].includes(textOf(listOf(name)[0]))) continue;
    const [left, right] = [lexpr, rexpr].map((side) => namedIn(side, sources, ''));
    for (const [own, other, side] of [
      [left ?? [], right ?? [], lexpr],
      [right ?? [], left ?? [], rexpr],
    ] as const)
      if (other.length > 0) pairs.push(...own.flatMap((a) => other.map((b): [Source, Source] => [a, b])));
      else for (const source of namedIn(side, sources, only)) fixed.add(source);
  }
  for (const { testexpr } of within(conditions, 'SubLink'))
    for (const source of namedIn(testexpr, sources, only)) fixed.add(source);
  for (let before = -1; before !== fixed.size; ) {
    before = fixed.size;
    for (const [a, b] of pairs) {
      if (fixed.has(a)) fixed.add(b);
      if (fixed.has(b)) fixed.add(a);
    }
  }
  return fixed;
};

/** Reads of whole tables in a statement, its subqueries included. */
const openReads = (expression: unknown, outer: Names): Read[] => {
  const [, node] = kindOf(expression);
  const ctes = new Map(outer.ctes);
  const names = { ...outer, ctes };
  for (const cte of listOf((node.withClause as Tree | undefined)?.ctes)) {
    const [, { ctename, ctequery }] = kindOf(cte);
    ctes.set(String(ctename), openReads(ctequery, names));
  }
  if (node.larg || node.rarg)
    return [node.larg, node.rarg].flatMap((side) => openReads({ SelectStmt: side }, names));
  const conditions: unknown[] = [node.whereClause];
  const sources = [...listOf(node.fromClause), ...listOf(node.usingClause)].flatMap((from) =>
    sourcesOf(from, names, conditions),
  );
  const fixed = narrowed(sources, conditions, names.only);
  const own = sources.flatMap((source) => (fixed.has(source) ? [] : source.open));
  const rest = [node.targetList, node.whereClause, node.selectStmt && [node.selectStmt]];
  const inner = [...rest, ...conditions].flatMap((part) => subqueriesIn(part));
  return [...own, ...inner.flatMap((query) => openReads(query, names))];
};

const subqueriesIn = (tree: unknown): unknown[] => {
  if (Array.isArray(tree)) return tree.flatMap(subqueriesIn);
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, node]) =>
    key === 'SelectStmt' ? [{ SelectStmt: node }] : subqueriesIn(node),
  );
};

const tablesIn = (text: string, schema: Schema, only: string): string[] => {
  const [statement] = (parseSync(text) as { stmts?: RawStmt[] }).stmts ?? [];
  return openReads(statement?.stmt, { schema, only, ctes: new Map() }).map(({ table }) => table);
};

/**
 * Tables of organizations that a statement lists without organization scope. A statement with a scoped
 * variant may have another without the scope, for callers who see all organizations.
 */
export const wholeTables = (texts: readonly string[], schema: Schema): string[] => {
  const open = new Set(texts.flatMap((text) => tablesIn(text, schema, '')));
  if (open.size === 0) return [];
  const byOrganization = texts.map((text) => tablesIn(text, schema, 'org_id'));
  return [...open].filter((table) => byOrganization.every((tables) => tables.includes(table)));
};
