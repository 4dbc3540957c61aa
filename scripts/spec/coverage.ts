import { idsIn } from './idsIn.ts';

/** A line of the table of statements. */
export type Statement = { id: string; area: string; statement: string };

/** How a statement is proven. */
export type Mark = 'product' | 'engine' | 'no page' | 'FAILED' | 'missing';

type Result = { title: string; file: string; status: string };

/** Parts that serve any page and are no page themselves. */
const isEngine = (file: string): boolean =>
  /packages\/console\/(src\/(engine|platform|theme)|gallery)\//.test(file);

/**
 * How each statement is proven: in the product (by a page, the server, a gateway or a browser), or by tests of
 * the engine alone, which many pages share; `no page` if no page uses that part of it yet.
 */
export const marksOf = (
  statements: readonly Statement[],
  results: readonly Result[],
  withoutPage: Readonly<Record<string, string>>,
): Map<string, Mark> => {
  const named = results.flatMap((result) => idsIn(result.title).map((id) => ({ id, ...result })));
  const byId = Map.groupBy(named, ({ id }) => id);
  const markOf = (id: string): Mark => {
    const tests = byId.get(id) ?? [];
    const passed = tests.filter(({ status }) => status === 'passed');
    if (tests.some(({ status }) => status === 'failed')) return 'FAILED';
    if (passed.length === 0) return 'missing';
    if (id in withoutPage) return 'no page';
    return passed.every(({ file }) => isEngine(file)) ? 'engine' : 'product';
  };
  return new Map(statements.map(({ id }) => [id, markOf(id)]));
};

/** Entries of the list of parts without a page that are wrong: unknown, or proven by a page after all. */
export const wronglyWithoutPage = (
  statements: readonly Statement[],
  results: readonly Result[],
  withoutPage: Readonly<Record<string, string>>,
): string[] => {
  const known = new Set(statements.map(({ id }) => id));
  const onPages = new Set(
    results
      .filter(({ file, status }) => status === 'passed' && !isEngine(file))
      .flatMap(({ title }) => idsIn(title)),
  );
  return Object.keys(withoutPage).filter((id) => !known.has(id) || onPages.has(id));
};

/** Number of statements with each mark, in the words of the report. */
export const summaryOf = (marks: readonly Mark[]): string => {
  const count = (mark: Mark) => marks.filter((each) => each === mark).length;
  const proven = marks.length - count('missing') - count('FAILED');
  return [
    `${proven} of ${marks.length} statements have a passing test:`,
    `${count('product')} in the product, ${count('engine')} in the engine that its pages share,`,
    `${count('no page')} in the engine with no page yet`,
  ].join(' ');
};
