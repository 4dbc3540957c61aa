type Source<Row> = { pages: AsyncIterator<Row[]>; rows: Row[] };

const nextPage = async <Row>(pages: AsyncIterator<Row[]>): Promise<Row[]> => {
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return [];
    if (value.length > 0) return value;
  }
};

/** Takes the rows from a source that do not come after a given row. */
const takeUntil = <Row>(source: Source<Row>, last: Row, compare: Compare<Row>): Row[] => {
  const at = source.rows.findIndex((row) => compare(row, last) > 0);
  const taken = at < 0 ? source.rows : source.rows.slice(0, at);
  source.rows = at < 0 ? [] : source.rows.slice(at);
  return taken;
};

type Compare<Row> = (a: Row, b: Row) => number;

/** Merges several sources of pages, each in order, into pages in that order. */
export async function* mergePages<Row>(
  sources: readonly AsyncIterable<Row[]>[],
  compare: Compare<Row>,
): AsyncGenerator<Row[]> {
  const every: Source<Row>[] = sources.map((source) => ({ pages: source[Symbol.asyncIterator](), rows: [] }));
  try {
    for (let open = every; ; ) {
      const empty = open.filter(({ rows }) => rows.length === 0);
      await Promise.all(
        empty.map(async (source) => {
          source.rows = await nextPage(source.pages);
        }),
      );
      open = open.filter(({ rows }) => rows.length > 0);
      const ends = open.flatMap(({ rows }) => rows.slice(-1));
      if (ends.length === 0) return;
      // Up to the first of these rows, every source has sent everything it has.
      const last = ends.reduce((a, b) => (compare(a, b) <= 0 ? a : b));
      yield open.flatMap((source) => takeUntil(source, last, compare)).sort(compare);
    }
  } finally {
    await Promise.all(every.map(({ pages }) => pages.return?.()));
  }
}
