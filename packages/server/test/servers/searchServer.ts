import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onBody } from '../../../../scripts/servers/onBody.ts';

type Source = Record<string, unknown>;
type Clause = Record<string, unknown>;
type Answer = { status: number; body: unknown };

/** What is stored, by index and id, and the templates and indices that were made. */
type State = { documents: Map<string, Map<string, Source>>; templates: Set<string>; indices: Set<string> };

const valuesOf = (clause: Clause) => Object.entries(clause)[0] as [field: string, value: unknown];

const asPattern = (value: string): RegExp => {
  const parts = [...value.matchAll(/\\([\\*?])|([*?])|([^\\*?]+)/g)].map(([, quoted, wild, plain]) =>
    wild ? (wild === '*' ? '.*' : '.') : (quoted ?? plain ?? '').replace(/[$()*+.?[\\\]^{|}-]/g, '\\$&'),
  );
  return new RegExp(`^${parts.join('')}$`, 'is');
};

/** Whether a document meets a clause of the Query DSL; an unknown clause is a mistake of the client. */
const meets = (id: string, source: Source, clause: Clause): boolean => {
  const [kind, spec] = valuesOf(clause) as [string, Clause];
  if (kind === 'ids') return (spec.values as string[]).includes(id);
  if (kind === 'bool') {
    const { should, must_not: mustNot = [] } = spec as { should?: Clause[]; must_not?: Clause[] };
    const isMet = (one: Clause) => meets(id, source, one);
    return (!should || should.some(isMet)) && !mustNot.some(isMet);
  }
  const [field, told] = valuesOf(spec);
  const value = source[field];
  if (kind === 'terms') return (told as unknown[]).includes(value);
  if (kind === 'term') return value === (told as { value: unknown }).value;
  const { value: sought = '' } = told as { value?: string };
  if (kind === 'prefix') return String(value).toLowerCase().startsWith(sought.toLowerCase());
  if (kind === 'wildcard') return asPattern(sought).test(String(value));
  const { gte = Number.NEGATIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = told as {
    gte?: number;
    lte?: number;
  };
  if (kind === 'range') return Number(value) >= gte && Number(value) <= lte;
  throw new Error(`unknown clause ${kind}`);
};

type Range = { key: string; from: number; to?: number };
type Search = {
  query: { bool: { filter: Clause[] } };
  sort?: Clause[];
  from?: number;
  size: number;
  search_after?: number[];
  _source?: false;
  track_total_hits: boolean;
  aggs?: {
    spans: { range: { field: string; ranges: Range[] }; aggs: { risks: { terms: { field: string } } } };
  };
};
type Found = { id: string; source: Source };

/** Maximum number of documents reached by offset; later ones are reached with `search_after`. */
const mostReached = 10_000;

const byOrder = (sort: Clause[], found: Found[]): { place: number[]; found: Found }[] => {
  const orders = sort.map((clause) => valuesOf(clause) as [field: string, order: string]);
  const placed = found.map((one) => ({
    place: orders.map(([field]) => Number(one.source[field])),
    found: one,
  }));
  return placed.sort((a, b) => comparePlaces(orders, a.place, b.place));
};

const comparePlaces = (orders: [string, string][], a: number[], b: number[]): number => {
  for (const [at, [, order]] of orders.entries()) {
    const difference = ((a[at] ?? 0) - (b[at] ?? 0)) * (order === 'asc' ? 1 : -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

const addUp = ({ spans }: NonNullable<Search['aggs']>, found: Found[]) => {
  const { field, ranges } = spans.range;
  const risk = spans.aggs.risks.terms.field;
  const buckets = ranges.map(({ key, from, to = Number.POSITIVE_INFINITY }) => {
    const inside = found.filter(({ source }) => Number(source[field]) >= from && Number(source[field]) < to);
    const groups = Map.groupBy(inside, ({ source }) => Number(source[risk]));
    const risks = { buckets: [...groups].map(([value, rows]) => ({ key: value, doc_count: rows.length })) };
    return { key, doc_count: inside.length, risks };
  });
  return { spans: { buckets } };
};

const searchIn = ({ documents }: State, target: string, body: Search): Answer => {
  const names = target.endsWith('-alias')
    ? [...documents.keys()].filter((name) => name.startsWith(target.replace(/alias$/, '')))
    : [target];
  const all = names.flatMap((name) =>
    [...(documents.get(name) ?? [])].map(([id, source]) => ({ id, source })),
  );
  const found = all.filter(({ id, source }) =>
    body.query.bool.filter.every((clause) => meets(id, source, clause)),
  );
  const { sort = [], from = 0, size, search_after: after, aggs } = body;
  if (from + size > mostReached)
    return { status: 400, body: { error: { type: 'illegal_argument_exception' }, status: 400 } };
  const orders = sort.map((clause) => valuesOf(clause) as [string, string]);
  const ordered = byOrder(sort, found).filter(
    ({ place }) => !after || comparePlaces(orders, place, after) > 0,
  );
  const hits = ordered.slice(from, from + size).map(({ place, found: { id, source } }) => ({
    _id: id,
    ...(body._source !== false && { _source: source }),
    ...(orders.length > 0 && { sort: place }),
  }));
  const total = body.track_total_hits ? { total: { value: found.length, relation: 'eq' } } : {};
  return {
    status: 200,
    body: { hits: { ...total, hits }, ...(aggs && { aggregations: addUp(aggs, found) }) },
  };
};

const bulk = ({ documents }: State, lines: string): Answer => {
  const parsed = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const items = [];
  for (let at = 0; at < parsed.length; at += 2) {
    const { _index, _id } = parsed[at].create as { _index: string; _id: string };
    const index = documents.get(_index) ?? new Map<string, Source>();
    const isNew = !index.has(_id);
    if (isNew) index.set(_id, parsed[at + 1]);
    documents.set(_index, index);
    items.push({ create: { _id, status: isNew ? 201 : 409 } });
  }
  return { status: 200, body: { errors: false, items } };
};

const answerTo = (state: State, method: string, path: string, body: string): Answer => {
  const [, first = '', second = ''] = path.split('/').map(decodeURIComponent);
  if (path === '/') return { status: 200, body: { version: { number: '7.17.0' } } };
  if (first === '_bulk') return bulk(state, body);
  if (first === '_index_template') state.templates.add(second);
  else if (second === '_search') return searchIn(state, first, JSON.parse(body));
  else if (method === 'PUT') state.indices.add(first);
  else if (!state.indices.has(first))
    return { status: 404, body: { error: { type: 'index_not_found_exception' }, status: 404 } };
  return { status: 200, body: { acknowledged: true } };
};

/** The calls of a search service that are used here, with a user and a password. */
export const startSearch = async () => {
  const state: State = { documents: new Map(), templates: new Set(), indices: new Set() };
  const login = `Basic ${Buffer.from('elastic:hush-hush').toString('base64')}`;
  const serve = (request: IncomingMessage, body: string): Answer => {
    if (request.headers.authorization !== login)
      return { status: 401, body: { error: { type: 'security_exception' }, status: 401 } };
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    return answerTo(state, request.method ?? 'GET', pathname, body);
  };
  const server = createServer((request, response) => {
    onBody(request, (bytes) => {
      const { status, body } = serve(request, bytes.toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { ...state, url: `http://elastic:hush-hush@127.0.0.1:${port}`, port, stop };
};
