import { z } from 'zod';
import { textsIn } from '../../engine/resource.ts';
import {
  createSearchService,
  type SearchPlace,
  type SearchService,
} from '../../platform/search/searchService.ts';
import type { WaitingCommand } from '../../resources/terminal/command/statements.ts';
import {
  type Ask,
  type CommandSearch,
  type CommandWalk,
  countCommands,
  type FoundCommand,
  type RiskCount,
  type Span,
  searchCommands,
  walkCommands,
} from './commandSearch.ts';
import type { OpenedMeta } from './openReplayStorage.ts';

/** Where a command storage searches, from what it is told. */
export const searchPlaceOf = (meta: OpenedMeta): SearchPlace => ({
  hosts: textsIn(meta.HOSTS),
  acceptsAnyCertificate: meta.IGNORE_VERIFY_CERTS === true,
});

/** Maximum time to create an index, and for a delivery, in milliseconds. */
const prepareMs = 10_000;
const bulkMs = 60_000;

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

const bulkAnswer = z.object({
  items: z.array(z.object({ create: z.object({ _id: z.string(), status: z.number() }) })),
});

/** The commands in a search service. */
export type CommandIndex = {
  /** Makes what is needed to store commands, unless it is there. */
  prepare(): Promise<void>;
  /** Stores commands; returns the ids of those that are stored now, or were before. */
  store(commands: readonly WaitingCommand[]): Promise<string[]>;
  search(search: CommandSearch): Promise<{ rows: FoundCommand[]; count: number }>;
  /** Reads more commands than one search returns; skipped ones are not transferred. */
  walk(walk: CommandWalk): AsyncGenerator<FoundCommand[]>;
  /** Counts by span and risk, within a time that a page can wait. */
  countByRisk(filter: object[], spans: readonly Span[]): Promise<RiskCount[]>;
};

const dayOf = (timestamp: number): string => new Date(timestamp * 1000).toISOString().slice(0, 10);

const prepareDaily = async (service: SearchService, index: string): Promise<void> => {
  await service.send(
    {
      method: 'PUT',
      path: `/_index_template/${encodeURIComponent(`${index}-template`)}`,
      body: { index_patterns: [`${index}-*`], template: { mappings, aliases: { [`${index}-alias`]: {} } } },
    },
    prepareMs,
  );
};

const prepareOne = async (service: SearchService, index: string): Promise<void> => {
  try {
    await service.send({ method: 'GET', path: `/${encodeURIComponent(index)}` }, prepareMs);
  } catch {
    await service.send(
      { method: 'PUT', path: `/${encodeURIComponent(index)}`, body: { mappings } },
      prepareMs,
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
  // Until a day has commands, there is no index.
  const path = `/${searched}/_search?ignore_unavailable=true&allow_no_indices=true`;
  const ask: Ask = (body, timeoutMs, signal) =>
    service.send({ method: 'POST', path, body }, timeoutMs, signal);
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
    search: (search) => searchCommands(ask, search),
    walk: (walk) => walkCommands(ask, walk),
    countByRisk: (filter, spans) => countCommands(ask, filter, spans),
  };
};
