import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQueries } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { followsUrl } from '../../platform/query.ts';
import type { Row } from '../resource/row.ts';
import type { DetailTab } from './DetailSlots.ts';

const FRESH_MS = 30_000;

/** Adds to each visible tab with a list how many rows it has; tabs whose number is unknown have none. */
export const useTabCounts = (tabs: DetailTab[]): DetailTab[] => {
  const http = useHttp();
  const urls = tabs.flatMap(({ countUrl, hidden }) => (countUrl && !hidden ? [countUrl] : []));
  const counts = useQueries({
    queries: urls.map((url) => ({
      queryKey: ['tabCount', url],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        http.get<Page<Row>>(url, { params: { limit: 1 }, signal, disableFlashErrorMsg: true }),
      staleTime: FRESH_MS,
      meta: followsUrl(url),
    })),
  });
  return tabs.map((tab) => {
    const page = counts[urls.indexOf(tab.countUrl ?? '')]?.data;
    return page === undefined || page.count_is_estimate ? tab : { ...tab, count: page.count };
  });
};
