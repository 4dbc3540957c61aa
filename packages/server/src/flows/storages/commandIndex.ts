import { z } from 'zod';
import { textsIn } from '../../engine/resource.ts';
import {
  createSearchService,
  type SearchPlace,
  type SearchService,
} from '../../platform/search/searchService.ts';
import type { WaitingCommand } from '../../resources/terminal/command/statements.ts';
import type { OpenedMeta } from './openReplayStorage.ts';

/** Where a command storage searches, from what it is told. */
export const searchPlaceOf = (meta: OpenedMeta): SearchPlace => ({
  hosts: textsIn(meta.HOSTS),
  acceptsAnyCertificate: meta.IGNORE_VERIFY_CERTS === true,
});

/** How long a search, and a delivery, may take, in milliseconds. */
const searchMs = 10_000;
const bulkMs = 60_000;

/** Most commands that a search service answers at once. */
export const mostFound = 10_000;

const word = { type: 'keyword' } as const;
const mappings = {
  properties: {
    org_id: word,
    user: word,
    asset: word,
    account: word,
    session: word,
    input: word,
    // Shown, not searched.
    output: { type: 'keyword', index: false, doc_values: false },
    risk_level: { type: 'integer' },
    cmd_filter_acl: word,
    cmd_filter_acl_name: word,
    cmd_group: word,
    cmd_group_name: word,
    timestamp: { type: 'long' },
    offset_ms: { type: 'long' },
  },
} as const;

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
  // Commands that were stored before filters decided any have none.
  cmd_filter_acl: z.string().nullable().catch(null),
  cmd_filter_acl_name: z.string().catch(''),
  cmd_group: z.string().nullable().catch(null),
  cmd_group_name: z.string().catch(''),
  timestamp: z.number(),
  offset_ms: z.number().nullish(),
});

const answer = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }).or(z.number()),
    hits: z.array(z.object({ _id: z.string(), _source: found })),
  }),
});

const bulkAnswer = z.object({
  items: z.array(z.object({ create: z.object({ _id: z.string(), status: z.number() }) })),
});

/** A command as a search service found it. */
export type FoundCommand = z.infer<typeof found> & { id: string };

/** What is searched: conditions, order and page in the words of the search service. */
export type CommandSearch = { filter: object[]; sort: object[]; from: number; size: number };

/** The commands in a search service. */
export type CommandIndex = {
  /** Makes what is needed to store commands, unless it is there. */
  prepare(): Promise<void>;
  /** Stores commands; returns the ids of those that are stored now, or were before. */
  store(commands: readonly WaitingCommand[]): Promise<string[]>;
  search(search: CommandSearch): Promise<{ rows: FoundCommand[]; count: number }>;
};

const dayOf = (timestamp: number): string => new Date(timestamp * 1000).toISOString().slice(0, 10);

const prepareDaily = async (service: SearchService, index: string): Promise<void> => {
  await service.send(
    {
      method: 'PUT',
      path: `/_index_template/${encodeURIComponent(`${index}-template`)}`,
      body: { index_patterns: [`${index}-*`], template: { mappings, aliases: { [`${index}-alias`]: {} } } },
    },
    searchMs,
  );
};

const prepareOne = async (service: SearchService, index: string): Promise<void> => {
  try {
    await service.send({ method: 'GET', path: `/${encodeURIComponent(index)}` }, searchMs);
  } catch {
    await service.send(
      { method: 'PUT', path: `/${encodeURIComponent(index)}`, body: { mappings } },
      searchMs,
    );
  }
};

/** Opens the commands of a storage that is told this. */
export const openCommandIndex = (meta: OpenedMeta): CommandIndex => {
  const service = createSearchService(searchPlaceOf(meta));
  const index = String(meta.INDEX || 'gatehouse');
  const isDaily = meta.INDEX_BY_DATE === true;
  const indexFor = ({ timestamp }: WaitingCommand) => (isDaily ? `${index}-${dayOf(timestamp)}` : index);
  const searched = encodeURIComponent(isDaily ? `${index}-alias` : index);
  return {
    prepare: () => (isDaily ? prepareDaily(service, index) : prepareOne(service, index)),
    store: async (commands) => {
      const lines = commands.flatMap(({ id, ...source }) => [
        JSON.stringify({ create: { _index: indexFor({ id, ...source }), _id: id } }),
        JSON.stringify(source),
      ]);
      const body = `${lines.join('\n')}\n`;
      const sent = await service.send({ method: 'POST', path: '/_bulk', body }, bulkMs);
      // 409: it was stored before, and the answer was lost.
      return bulkAnswer
        .parse(sent)
        .items.flatMap(({ create: { _id, status } }) => (status < 300 || status === 409 ? [_id] : []));
    },
    search: async ({ filter, sort, from, size }) => {
      const sent = await service.send(
        {
          method: 'POST',
          // Without a day there is no index yet.
          path: `/${searched}/_search?ignore_unavailable=true&allow_no_indices=true`,
          body: { query: { bool: { filter } }, sort, from, size, track_total_hits: true },
        },
        searchMs,
      );
      const { hits } = answer.parse(sent);
      return {
        rows: hits.hits.map(({ _id, _source }) => ({ ..._source, id: _id })),
        count: typeof hits.total === 'number' ? hits.total : hits.total.value,
      };
    },
  };
};
