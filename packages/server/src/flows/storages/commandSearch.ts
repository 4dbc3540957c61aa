import { z } from 'zod';

/** Maximum time for a search, and for a count that is shown with others, in milliseconds. */
const searchMs = 10_000;
const countMs = 3_000;

/** Most commands that a search service returns at once. */
export const mostFound = 10_000;

/** Number of commands per page when all of them are read. */
const atOnce = 4_000;

const found = z.object({
  org_id: z.string(),
  user: z.string(),
  asset: z.string(),
  account: z.string(),
  input: z.string(),
  output: z.string().catch(''),
  session: z.string(),
  risk_level: z.coerce
    .string()
    .pipe(z.enum(['0', '4', '5', '6', '7', '8']))
    .catch('0'),
  // Commands stored before filters decided on any have no such field.
  cmd_filter_acl: z.string().nullable().catch(null),
  cmd_filter_acl_name: z.string().catch(''),
  cmd_group: z.string().nullable().catch(null),
  cmd_group_name: z.string().catch(''),
  timestamp: z.number(),
  offset_ms: z.number().nullish(),
});

const answer = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }).or(z.number()).optional(),
    hits: z.array(
      z.object({ _id: z.string(), _source: found.optional(), sort: z.array(z.unknown()).default([]) }),
    ),
  }),
});

/** Without an index, there is nothing to count. */
const countAnswer = z.object({
  aggregations: z
    .object({
      spans: z.object({
        buckets: z.array(
          z.object({
            key: z.string(),
            risks: z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) }),
          }),
        ),
      }),
    })
    .optional(),
});

/** A command found by a search service. */
export type FoundCommand = z.infer<typeof found> & { id: string };

/** What is searched: conditions, order and page in the words of the search service. */
export type CommandSearch = {
  filter: object[];
  sort: object[];
  from: number;
  size: number;
  signal?: AbortSignal;
};

/** Which commands are read page by page: all after the first `skip`. */
export type CommandWalk = Pick<CommandSearch, 'filter' | 'sort' | 'signal'> & { skip?: number };

/** A span of time, in seconds since 1970; its end is not part of it. */
export type Span = { key: string; from: number; to?: number };

/** How many commands of a risk there are in a span. */
export type RiskCount = { span: string; risk: number; count: number };

type Hit = z.infer<typeof answer>['hits']['hits'][number];
/** Asks a search service for commands. */
export type Ask = (body: object, timeoutMs: number, signal?: AbortSignal) => Promise<unknown>;

const rowsOf = (hits: readonly Hit[]): FoundCommand[] =>
  hits.flatMap(({ _id, _source }) => (_source ? [{ ..._source, id: _id }] : []));

/**
 * Hits without those that are equal to the last one in the order: a search that continues after a hit skips all that
 * are equal to it. Empty if all are equal.
 */
const settled = (hits: readonly Hit[]): Hit[] => {
  const last = JSON.stringify(hits.at(-1)?.sort);
  return hits.slice(
    0,
    hits.findIndex(({ sort }) => JSON.stringify(sort) === last),
  );
};

/** One page of commands, and how many there are. */
export const searchCommands = async (
  ask: Ask,
  { filter, sort, from, size, signal }: CommandSearch,
): Promise<{ rows: FoundCommand[]; count: number }> => {
  const body = { query: { bool: { filter } }, sort, from, size, track_total_hits: true };
  const { total = 0, hits } = answer.parse(await ask(body, searchMs, signal)).hits;
  return { rows: rowsOf(hits), count: typeof total === 'number' ? total : total.value };
};

/**
 * Reads commands page by page, each page after the last command of the previous one. If more commands are equal in the
 * order than a service returns at once, the rest of these are skipped.
 */
export async function* walkCommands(
  ask: Ask,
  { filter, sort, skip = 0, signal }: CommandWalk,
): AsyncGenerator<FoundCommand[]> {
  const query = { bool: { filter } };
  let after: unknown[] | undefined;
  let passed = 0;
  const sizeNow = () => (passed + mostFound <= skip ? mostFound : atOnce);
  let size = sizeNow();
  for (;;) {
    const isSkipped = passed + size <= skip;
    const place = { ...(after && { search_after: after }), ...(isSkipped && { _source: false }) };
    const { hits } = answer.parse(
      await ask({ query, sort, size, track_total_hits: false, ...place }, searchMs, signal),
    ).hits;
    const isLast = hits.length < size;
    const kept = isLast ? hits : settled(hits);
    const isStuck = !isLast && kept.length === 0;
    if (isStuck && size < mostFound) {
      size = mostFound;
      continue;
    }
    const read = isStuck ? hits : kept;
    const rows = rowsOf(isSkipped ? [] : read.slice(Math.max(0, skip - passed)));
    if (rows.length > 0) yield rows;
    if (isLast) return;
    passed += read.length;
    after = read.at(-1)?.sort;
    size = sizeNow();
  }
}

/** Counts commands by span and risk, within a time that a page can wait. */
export const countCommands = async (
  ask: Ask,
  filter: object[],
  spans: readonly Span[],
): Promise<RiskCount[]> => {
  const risks = { terms: { field: 'risk_level', size: 100 } };
  const aggs = { spans: { range: { field: 'timestamp', ranges: spans }, aggs: { risks } } };
  const body = { query: { bool: { filter } }, size: 0, track_total_hits: false, aggs };
  const { aggregations } = countAnswer.parse(await ask(body, countMs));
  return (aggregations?.spans.buckets ?? []).flatMap(({ key: span, risks: { buckets } }) =>
    buckets.map(({ key, doc_count }) => ({ span, risk: key, count: doc_count })),
  );
};
