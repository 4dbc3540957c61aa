import { requestParams } from '../../engine/list/listQuery.ts';
import { ASK_ABILITIES } from '../../engine/resource/abilities.ts';
import { tableMetadataUrl } from '../../engine/resource/url.ts';
import { type AheadStore, aheadKey } from '../../platform/http/ahead.ts';
import { withParams } from '../../platform/http/query.ts';
import { requestHeaders } from '../../platform/http/requestHeaders.ts';
import { createOrgMemory } from '../../platform/session/orgMemory.ts';
import { startUpCalls } from '../../platform/session/startUpCalls.ts';
import { createCookies } from '../../platform/storage/cookies.ts';
import { createStorage } from '../../platform/storage/storage.ts';
import type { KnownList } from './lists.ts';

/** Where the script in the page's HTML runs. */
export type Place = {
  fetch: typeof fetch;
  jar: { cookie: string };
  local: Storage;
  tab: Storage;
  timeZone: string;
  /** Query of the page's address. */
  search: string;
};

/** The requests of the first rows of a list; a tab in the address may stand for another collection. */
const listRequests = (list: KnownList, { local, search }: Place): [method: string, url: string][] => {
  const query = Object.fromEntries(new URLSearchParams(search));
  if (!list.isPlain || query.activeTab) return [];
  const pageSize = createStorage(local).paginationSize.get();
  const params = { ...requestParams(query, { pageSize }), ...(list.abilities && ASK_ABILITIES) };
  return [
    ['OPTIONS', tableMetadataUrl(list.url)],
    ['GET', withParams(list.url, params)],
  ];
};

/**
 * Sends the requests that the page begins with, as the console will: those of its start, and, once the current
 * organization is known, those of its list. The console uses an answer only for exactly the same request.
 */
export const sendAhead = (place: Place, list: KnownList | undefined): AheadStore => {
  const sent: AheadStore = new Map();
  const cookies = createCookies(place.jar);
  const csrf = cookies.get(cookies.prefixed('csrftoken'));
  const send = (method: string, url: string, orgId: string | undefined) => {
    const headers = requestHeaders({ csrf, orgId, timeZone: place.timeZone });
    const control = new AbortController();
    const answer = place.fetch(url, { method, headers, signal: control.signal, credentials: 'same-origin' });
    // A failure is told when the console asks for the answer.
    answer.catch(() => undefined);
    sent.set(aheadKey(method, url), { headers, answer, abort: () => control.abort() });
    return answer;
  };
  const memory = createOrgMemory({
    cookies,
    storage: createStorage(place.local),
    tab: createStorage(place.tab),
  });
  const named = new URLSearchParams(place.search).get('oid') ?? undefined;
  const answers = Object.values(startUpCalls).map((call) => {
    const [method = '', url = ''] = call.split(' ');
    return [call, send(method, url, named ?? memory.lastId())] as const;
  });
  if (!list) return sent;
  const current = new Map<string, Promise<Response>>(answers).get(startUpCalls.org);
  void current
    ?.then(async (answer) => {
      const { id } = (await answer.clone().json()) as { id?: string };
      if (!answer.ok || !id) return;
      for (const [method, url] of listRequests(list, place)) send(method, url, named ?? id);
    })
    .catch(() => undefined);
  return sent;
};
