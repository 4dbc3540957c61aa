import { type Node, parseSync, type RawStmt } from 'libpg-query';
import type { Schema } from './schema.ts';

/** Whether a value may be null: it may, it never is, or this cannot be determined. */
export type Nullability = 'null' | 'value' | 'unknown';

type Column = { name: string; is: Nullability };
type Source = { alias: string; columns: Column[] | undefined };
/**
 * The meaning of names at one place of a statement; `proven` are columns that a condition keeps from being
 * null.
 */
type Names = {
  sources: Source[];
  proven: Set<string>;
  ctes: Map<string, Column[] | undefined>;
  outer?: Names;
};
/** A node's kind and content: `{ SelectStmt: {…} }`. */
type Tree = { [key: string]: unknown };

const kindOf = (node: unknown): [kind: string, content: Tree] => {
  const [entry] = Object.entries((node ?? {}) as Tree);
  return entry ? [entry[0], entry[1] as Tree] : ['', {}];
};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (node: unknown): string => String(kindOf(node)[1].sval ?? '');

const worst = (all: readonly Nullability[]): Nullability =>
  all.includes('null') ? 'null' : all.includes('unknown') ? 'unknown' : 'value';
const best = (all: readonly Nullability[]): Nullability =>
  all.includes('value') ? 'value' : all.includes('unknown') ? 'unknown' : 'null';

const never = new Set([
  'count',
  'now',
  'gen_random_uuid',
  'jsonb_build_object',
  'json_build_object',
  'jsonb_build_array',
  'row_number',
  'rank',
  'concat',
  'concat_ws',
  'num_nulls',
]);
const strict = new Set([
  'lower',
  'upper',
  'replace',
  'length',
  'left',
  'right',
  'substr',
  'split_part',
  'date_trunc',
  'abs',
  'round',
  'floor',
  'extract',
  'host',
  'text',
  'to_char',
  'md5',
]);
const aggregates = new Set([
  'max',
  'min',
  'sum',
  'avg',
  'array_agg',
  'string_agg',
  'jsonb_agg',
  'json_agg',
  'jsonb_object_agg',
  'bool_or',
  'bool_and',
]);

const functionName = (call: Tree): string => textOf(listOf(call.funcname).at(-1));

const fieldsOf = (reference: Tree): string[] =>
  listOf(reference.fields).map((part) => (kindOf(part)[0] === 'A_Star' ? '*' : textOf(part)));

const look = (names: Names, alias: string | undefined, column: string): Nullability => {
  for (const source of names.sources) {
    if (alias !== undefined && source.alias !== alias) continue;
    if (!source.columns) {
      if (alias === undefined) continue;
      return 'unknown';
    }
    const found = source.columns.find(({ name }) => name === column);
    if (!found) continue;
    const isProven = names.proven.has(`${source.alias}.${column}`) || names.proven.has(column);
    return isProven ? 'value' : found.is;
  }
  if (alias === undefined && names.sources.some((source) => !source.columns)) return 'unknown';
  return names.outer ? look(names.outer, alias, column) : 'unknown';
};

/** Columns that cannot be null where a condition holds. */
const provenBy = (condition: unknown): string[] => {
  const [kind, node] = kindOf(condition);
  if (kind === 'BoolExpr') return node.boolop === 'AND_EXPR' ? listOf(node.args).flatMap(provenBy) : [];
  if (kind === 'ColumnRef') return [fieldsOf(node).join('.')];
  if (kind === 'TypeCast') return provenBy(node.arg);
  if (kind === 'NullTest') return node.nulltesttype === 'IS_NOT_NULL' ? provenBy(node.arg) : [];
  if (kind === 'A_Expr' && !['AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT'].includes(String(node.kind)))
    return [...provenBy(node.lexpr), ...provenBy(node.rexpr)];
  if (kind === 'SubLink' && node.subLinkType === 'ANY_SUBLINK') return provenBy(node.testexpr);
  return [];
};

const callIs = (node: Tree, names: Names, isGrouped: boolean, schema: Schema): Nullability => {
  const name = functionName(node);
  const args = () => listOf(node.args).map((arg) => valueIs(arg, names, isGrouped, schema));
  if (never.has(name)) return 'value';
  if (aggregates.has(name) && !node.over) return isGrouped && !node.agg_filter ? worst(args()) : 'null';
  return strict.has(name) ? worst(args()) : 'unknown';
};

const subqueryIs = (node: Tree, names: Names, schema: Schema): Nullability => {
  if (node.subLinkType === 'EXISTS_SUBLINK' || node.subLinkType === 'ARRAY_SUBLINK') return 'value';
  if (node.subLinkType !== 'EXPR_SUBLINK') return 'unknown';
  const [, select] = kindOf(node.subselect);
  const [first] = columnsOf(node.subselect, names, schema) ?? [];
  const [, target] = kindOf(listOf(select.targetList)[0]);
  const isOneRow = !select.groupClause && !select.limitCount && hasAggregate(target.val);
  return isOneRow && first ? first.is : 'null';
};

const hasAggregate = (tree: unknown): boolean => {
  const [kind, node] = kindOf(tree);
  if (kind === 'FuncCall' && (functionName(node) === 'count' || aggregates.has(functionName(node))))
    return true;
  if (kind === 'SubLink' || kind === '') return false;
  return [...listOf(node.args), node.arg, node.lexpr, node.rexpr].some(
    (part) => typeof part === 'object' && part !== null && hasAggregate(part),
  );
};

const caseIs = (node: Tree, names: Names, isGrouped: boolean, schema: Schema): Nullability => {
  if (!node.defresult) return 'null';
  const results = listOf(node.args).map((when) => kindOf(when)[1].result);
  return worst([...results, node.defresult].map((part) => valueIs(part, names, isGrouped, schema)));
};

/** Whether an expression may be null. */
const valueIs = (tree: unknown, names: Names, isGrouped: boolean, schema: Schema): Nullability => {
  const [kind, node] = kindOf(tree);
  const each = (parts: unknown) => listOf(parts).map((part) => valueIs(part, names, isGrouped, schema));
  switch (kind) {
    case 'ColumnRef': {
      const fields = fieldsOf(node);
      return look(names, fields.length > 1 ? fields.at(-2) : undefined, fields.at(-1) ?? '');
    }
    case 'A_Const':
      return node.isnull ? 'null' : 'value';
    case 'TypeCast':
      return valueIs(node.arg, names, isGrouped, schema);
    case 'CoalesceExpr':
    case 'MinMaxExpr':
      return best(each(node.args));
    case 'NullTest':
    case 'BooleanTest':
    case 'A_ArrayExpr':
    case 'RowExpr':
      return 'value';
    case 'BoolExpr':
      return worst(each(node.args)) === 'value' ? 'value' : 'unknown';
    case 'FuncCall':
      return callIs(node, names, isGrouped, schema);
    case 'SubLink':
      return subqueryIs(node, names, schema);
    case 'CaseExpr':
      return caseIs(node, names, isGrouped, schema);
    case 'A_Expr': {
      const isJson = listOf(node.name).some((name) => /[-#]>/.test(textOf(name)));
      if (node.kind !== 'AEXPR_OP' || isJson) return 'unknown';
      return worst(each([node.lexpr, node.rexpr].filter(Boolean)));
    }
    default:
      return 'unknown';
  }
};

const nullable = (source: Source): Source => ({
  ...source,
  columns: source.columns?.map(({ name }) => ({ name, is: 'null' })),
});

const aliasOf = (node: Tree): { name?: string; columns: string[] } => {
  const alias = (node.alias ?? {}) as Tree;
  return { name: alias.aliasname as string | undefined, columns: listOf(alias.colnames).map(textOf) };
};

const tableColumns = (name: string, names: Names, schema: Schema): Column[] | undefined => {
  for (let at: Names | undefined = names; at; at = at.outer) if (at.ctes.has(name)) return at.ctes.get(name);
  const table = schema.tables[name];
  return table && Object.entries(table).map(([column, is]) => ({ name: column, is: is ? 'null' : 'value' }));
};

const sourcesOf = (tree: unknown, names: Names, schema: Schema): Source[] => {
  const [kind, node] = kindOf(tree);
  const alias = aliasOf(node);
  if (kind === 'RangeVar') {
    const name = String(node.relname);
    return [{ alias: alias.name ?? name, columns: tableColumns(name, names, schema) }];
  }
  if (kind === 'RangeSubselect') {
    const columns = columnsOf(node.subquery, names, schema)?.map((column, at) => ({
      ...column,
      name: alias.columns[at] ?? column.name,
    }));
    return [{ alias: alias.name ?? '', columns }];
  }
  if (kind !== 'JoinExpr') return [{ alias: alias.name ?? '', columns: undefined }];
  const left = sourcesOf(node.larg, names, schema);
  const right = sourcesOf(node.rarg, names, schema);
  if (node.jointype === 'JOIN_INNER') for (const column of provenBy(node.quals)) names.proven.add(column);
  const isLeft = node.jointype === 'JOIN_LEFT' || node.jointype === 'JOIN_FULL';
  const isRight = node.jointype === 'JOIN_RIGHT' || node.jointype === 'JOIN_FULL';
  return [...(isRight ? left.map(nullable) : left), ...(isLeft ? right.map(nullable) : right)];
};

const outputs = (
  targets: unknown,
  names: Names,
  isGrouped: boolean,
  schema: Schema,
): Column[] | undefined => {
  const columns: Column[] = [];
  for (const target of listOf(targets)) {
    const [, { name, val }] = kindOf(target);
    const [kind, node] = kindOf(val);
    const fields = kind === 'ColumnRef' ? fieldsOf(node) : [];
    if (fields.at(-1) === '*') {
      const from = names.sources.filter(({ alias }) => fields.length === 1 || alias === fields[0]);
      if (from.length === 0 || from.some((source) => !source.columns)) return undefined;
      for (const source of from)
        for (const column of source.columns ?? [])
          columns.push({ name: column.name, is: look(names, source.alias, column.name) });
    } else {
      const is = valueIs(val, names, isGrouped, schema);
      columns.push({ name: String(name ?? fields.at(-1) ?? ''), is });
    }
  }
  return columns;
};

const union = (a: Column[] | undefined, b: Column[] | undefined): Column[] | undefined =>
  a && b && a.map(({ name, is }, at) => ({ name, is: worst([is, b[at]?.is ?? 'unknown']) }));

const withClause = (node: Tree, names: Names, schema: Schema): void => {
  const { ctes, recursive } = (node.withClause ?? {}) as Tree;
  for (const cte of listOf(ctes)) {
    const [, { ctename, ctequery, aliascolnames }] = kindOf(cte);
    const named = listOf(aliascolnames).map(textOf);
    if (recursive) names.ctes.set(String(ctename), undefined);
    const columns = columnsOf(ctequery, names, schema);
    names.ctes.set(
      String(ctename),
      columns?.map((column, at) => ({ ...column, name: named[at] ?? column.name })),
    );
  }
};

/** Columns of a statement; undefined when they cannot be determined. */
const columnsOf = (tree: unknown, outer: Names | undefined, schema: Schema): Column[] | undefined => {
  const [kind, node] = kindOf(tree);
  const names: Names = { sources: [], proven: new Set(), ctes: new Map(), ...(outer && { outer }) };
  withClause(node, names, schema);
  if (kind === 'SelectStmt' && node.op && node.op !== 'SETOP_NONE')
    return union(
      columnsOf({ SelectStmt: node.larg }, names, schema),
      columnsOf({ SelectStmt: node.rarg }, names, schema),
    );
  if (kind === 'SelectStmt') {
    for (const from of listOf(node.fromClause)) names.sources.push(...sourcesOf(from, names, schema));
    for (const column of provenBy(node.whereClause)) names.proven.add(column);
    return node.valuesLists ? undefined : outputs(node.targetList, names, !!node.groupClause, schema);
  }
  if (!['InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(kind)) return undefined;
  names.sources.push(...sourcesOf({ RangeVar: node.relation }, names, schema));
  for (const from of [...listOf(node.fromClause), ...listOf(node.usingClause)])
    names.sources.push(...sourcesOf(from, names, schema));
  if (kind === 'DeleteStmt') for (const column of provenBy(node.whereClause)) names.proven.add(column);
  return outputs((node.returningClause as Tree | undefined)?.exprs, names, false, schema);
};

/** Whether each result column of a statement may be null; empty when that cannot be determined. */
export const nullabilityOf = (text: string, schema: Schema): Nullability[] => {
  const [statement] = (parseSync(text) as { stmts?: RawStmt[] }).stmts ?? [];
  const node: Node | undefined = statement?.stmt;
  return columnsOf(node, undefined, schema)?.map(({ is }) => is) ?? [];
};
