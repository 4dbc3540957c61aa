import { loadModule } from 'libpg-query';
import type pg from 'pg';
import { scopeMark } from './builtins.ts';
import { type Description, describe } from './describe.ts';
import { type DynamicPlaces, dynamicPlaces } from './dynamic.ts';
import { findFragments, fragmentProblem } from './fragments.ts';
import { nullabilityOf } from './nullability.ts';
import { parameterProblems, rowProblems } from './rowTypes.ts';
import type { Schema } from './schema.ts';
import type { Sources } from './sources.ts';
import { findStatements, type Statement, type Variant } from './statements.ts';
import { wholeReads, wholeTables } from './unscoped.ts';
import type { Dynamic } from './values.ts';

type Database = { schema: Schema; describe(text: string): Promise<Description> };

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
};

/** A condition of a resource needs all columns of its table, not just those its owner lets others read. */
const scopeProblem = (text: string): string[] =>
  text.includes(scopeMark) && / from \w+\) t\b/.test(text)
    ? ['puts the scope of a resource over a relation, which lacks columns; read from visibleRows']
    : [];

const variantProblems = async (
  { variants, row, call }: Statement,
  sources: Sources,
  { schema, describe: ask }: Database,
): Promise<string[]> => {
  const problems = new Map<string, string>();
  for (const { text, parameters } of variants) {
    const description = await ask(text);
    if ('error' in description) {
      problems.set(description.error, text);
      continue;
    }
    const { columns } = description;
    const nulls = nullabilityOf(text, schema);
    const nullable = nulls.length === columns.length ? nulls : [];
    const { checker } = sources;
    const found = [
      ...scopeProblem(text),
      ...(row ? rowProblems(row, { columns, nullable, schema, checker, place: call }) : []),
      ...parameterProblems(parameters, description.parameters, schema, checker),
    ];
    for (const problem of found) problems.set(problem, text);
  }
  return [...problems].map(([problem, text]) => `${sources.placeOf(call)} ${problem}\n    ${shorten(text)}`);
};

/** A list over an `all…` relation shows the rows of every organization to every caller. */
const wholeProblems = ({ variants, call }: Statement, sources: Sources, schema: Schema): string[] =>
  sources.pathOf(call) in wholeReads
    ? []
    : wholeTables(
        variants.map(({ text }) => text),
        schema,
      ).map(
        (table) =>
          `${sources.placeOf(call)} reads ${table} of all organizations; name the organization, read from visibleRows, or give a reason in unscoped.ts`,
      );

const dynamicProblems = (dynamics: readonly Dynamic[], sources: Sources, places: DynamicPlaces): string[] => {
  const byPlace = Map.groupBy(
    dynamics,
    ({ node }) => Object.keys(places).find((place) => sources.pathOf(node).startsWith(place)) ?? '',
  );
  return [...byPlace].flatMap(([place, found]) => {
    const most = places[place]?.most ?? 0;
    if (found.length <= most) return [];
    const where = place ? `: ${found.length} in ${place}, of at most ${most} (scripts/sql/dynamic.ts)` : '';
    const reported = place ? found.slice(-1) : found;
    return reported.map(
      ({ node, message }) =>
        `${sources.placeOf(node)} makes SQL that cannot be checked, ${message}${where}; name its parts in the source`,
    );
  });
};

/** Tables that a fragment may refer to: that of its own resource, or any. */
const tablesFor = (path: string, schema: Schema): string[] => {
  const [, app, name] = /resources\/([a-z]+)\/([a-z]+)/.exec(path) ?? [];
  const own = `${app}_${name}`;
  return own in schema.tables ? [own] : Object.keys(schema.tables);
};

const fragmentProblems = async (
  sources: Sources,
  fragments: readonly { node: Dynamic['node']; variants: readonly Variant[] }[],
  { schema, describe: ask }: Database,
): Promise<string[]> => {
  const problemOf = async (text: string): Promise<string | undefined> => {
    const description = await ask(text);
    return 'error' in description ? description.error : undefined;
  };
  const problems: string[] = [];
  for (const { node, variants } of fragments)
    for (const { text } of variants) {
      const problem = await fragmentProblem(text, tablesFor(sources.pathOf(node), schema), problemOf);
      if (problem) problems.push(`${sources.placeOf(node)} ${problem}\n    ${shorten(text)}`);
    }
  return problems;
};

/** Problems in the SQL of the server's sources, found with a migrated database. */
export const statementProblems = async (
  sources: Sources,
  client: pg.Client,
  schema: Schema,
  places: DynamicPlaces = dynamicPlaces,
): Promise<string[]> => {
  await loadModule();
  const known = new Map<string, Promise<Description>>();
  const ask = (text: string): Promise<Description> => {
    const answer = known.get(text) ?? describe(client, text);
    known.set(text, answer);
    return answer;
  };
  const database: Database = { schema, describe: ask };
  const inStatements = new Set<Dynamic['node']>();
  const statements = findStatements(sources, inStatements);
  const fragments = findFragments(sources, inStatements);
  const dynamics = [...statements, ...fragments].flatMap(({ dynamic }) => dynamic ?? []);
  const problems = dynamicProblems(
    [...new Map(dynamics.map((dynamic) => [dynamic.node, dynamic])).values()],
    sources,
    places,
  );
  for (const statement of statements) {
    const found = await variantProblems(statement, sources, database);
    problems.push(...found, ...(found.length > 0 ? [] : wholeProblems(statement, sources, schema)));
  }
  problems.push(...(await fragmentProblems(sources, fragments, database)));
  return problems;
};
