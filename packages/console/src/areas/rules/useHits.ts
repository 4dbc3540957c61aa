import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { type Row, textOf } from '../../engine/resource/row.ts';
import { idsOf } from '../../engine/select/idsOf.ts';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { type HitKind, hitQuery, hitUrls, selectorIn } from './hits.ts';

const TYPING_MS = 300;

/** Names that a sentence mentions; the rest are counted. */
const NAMED = 3;

/** How many rows a selector matches now, and the name of a single one; `all` if it matches every row. */
export type Hits = { isAll: boolean; count: number | undefined; name: string | undefined };

/** What a selector matches; undefined until that is known. */
export const useHits = (kind: HitKind, value: unknown): Hits | undefined => {
  const http = useHttp();
  const settled = useDebounced(JSON.stringify(value ?? null), TYPING_MS);
  const selector = selectorIn(JSON.parse(settled));
  const isEmpty = selector?.type !== 'all' && !(selector && idsOf(Object.values(selector).flat()).length);
  const hasRules = selector?.type === 'attrs' && selector.attrs.length > 0;
  const isAsked = hasRules || (selector?.type === 'ids' && selector.ids.length > 0);
  const { data, isError } = useQuery({
    queryKey: ['ruleHits', kind, settled],
    queryFn: ({ signal }) =>
      http.get<Page<Row>>(hitUrls[kind], {
        params: { ...(selector && hitQuery(selector)), fields_size: 'mini', limit: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isAsked,
  });
  if (selector?.type === 'all') return { isAll: true, count: undefined, name: undefined };
  if (!isAsked) return isEmpty ? { isAll: false, count: 0, name: undefined } : undefined;
  if (isError) return { isAll: false, count: undefined, name: undefined };
  if (!data) return undefined;
  const count = selector?.type === 'ids' && data.count > 0 ? selector.ids.length : data.count;
  return { isAll: false, count, name: count === 1 ? textOf(data.results[0]) : undefined };
};

/** Names of chosen rows, at most three and then how many more; undefined until they are known. */
export const useNames = (url: string, value: unknown): { names: string[]; more: number } | undefined => {
  const http = useHttp();
  const ids = idsOf(
    (Array.isArray(value) ? value : []).map((row) =>
      row && typeof row === 'object' && 'id' in row ? row.id : row,
    ),
  ).map(String);
  const asked = ids.slice(0, NAMED);
  const { data } = useQuery({
    queryKey: ['ruleNames', url, asked],
    queryFn: ({ signal }) =>
      http.get<Page<Row>>(url, {
        params: { ids: asked.join(','), fields_size: 'mini', limit: NAMED },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: asked.length > 0,
  });
  if (asked.length === 0) return { names: [], more: 0 };
  if (!data) return undefined;
  const named = new Map(data.results.map((row) => [String(row.id), textOf(row)]));
  return { names: asked.flatMap((id) => named.get(id) ?? []), more: ids.length - asked.length };
};
