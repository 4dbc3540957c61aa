import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { findObjects, type ObjectKind, type ObjectRows, objects, objectsById } from './objects.ts';
import type { Scope } from './paletteQuery.ts';
import { useMayOpen, useWorkOrg } from './usePlace.ts';

const DEBOUNCE_MS = 240;

/** Rows of each kind; `isOlder` marks results for an earlier text. */
export type Found = { [K in ObjectKind]: { rows: readonly ObjectRows[K][]; isOlder: boolean } };

type Hits<K extends ObjectKind> = {
  rows: readonly ObjectRows[K][];
  isOlder: boolean;
  isBusy: boolean;
  error: unknown;
};

/** Whether the user holds the permission for a kind of row and may open its detail page, if it has one. */
const useMaySee = (): ((kind: ObjectKind) => boolean) => {
  const can = useCan();
  const names = useRouteNames();
  const mayOpen = useMayOpen();
  return (kind) => {
    const { need, detail } = objects[kind];
    return can(need) && (detail === undefined || mayOpen(names.meta(detail)));
  };
};

const useHits = <K extends ObjectKind>(
  kind: K,
  input: { search: string; isWanted: boolean; isRested: boolean },
): Hits<K> => {
  const { http } = usePlatform();
  const oid = useWorkOrg()?.id;
  const maySee = useMaySee()(kind);
  const { data, isPlaceholderData, isFetching, error } = useQuery({
    queryKey: ['palette', 'search', oid, kind, input.search],
    queryFn: ({ signal }) => findObjects({ http, kind, oid, signal }, input.search),
    enabled: maySee && input.isWanted && input.isRested,
    placeholderData: keepPreviousData,
  });
  if (!input.isWanted || !maySee) return { rows: [], isOlder: false, isBusy: false, error: null };
  return { rows: data ?? [], isOlder: isPlaceholderData || !input.isRested, isBusy: isFetching, error };
};

/**
 * Rows found for the text, and an error if a request failed. Typing aborts pending requests; earlier rows
 * stay, marked as older, until new ones arrive.
 */
export const useSearch = (
  scope: Scope,
  words: string,
): { found: Found; isSettled: boolean; failure: unknown } => {
  const search = useDebounced(words, DEBOUNCE_MS);
  const isRested = search === words;
  const asks = scope === 'asset' || scope === 'user' || (scope === 'all' && words !== '');
  const input = (kind: ObjectKind) => ({
    search,
    isRested,
    isWanted: asks && objects[kind].scopes.includes(scope),
  });
  const found = {
    connect: useHits('connect', input('connect')),
    asset: useHits('asset', input('asset')),
    user: useHits('user', input('user')),
    session: useHits('session', input('session')),
  };
  const hits = Object.values(found);
  const isBusy = hits.some((hit) => hit.isBusy);
  const failure = hits.find(({ error }) => error !== null)?.error;
  return { found, isSettled: !asks || (isRested && !isBusy), failure };
};

const useKnown = <K extends ObjectKind>(kind: K, recent: readonly string[]): Hits<K> => {
  const { http } = usePlatform();
  const oid = useWorkOrg()?.id;
  const ids = recent.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1));
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['palette', 'recent', oid, kind, ids],
    queryFn: ({ signal }) => objectsById({ http, kind, oid, signal }, ids),
    enabled: useMaySee()(kind) && ids.length > 0,
  });
  return { rows: data, isOlder: false, isBusy: isFetching, error };
};

/** Rows behind recent ids such as `asset:<id>`. */
export const useRecentObjects = (recent: readonly string[]): Found => ({
  connect: useKnown('connect', recent),
  asset: useKnown('asset', recent),
  user: useKnown('user', recent),
  session: useKnown('session', recent),
});
