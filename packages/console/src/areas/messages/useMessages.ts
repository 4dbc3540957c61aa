import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { sitemessage } from '@gatehouse/contract/resources/notifications/sitemessage.ts';
import { SITE_MESSAGES_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { messagesKey } from './useUnreadCount.ts';

const PAGE_SIZE = 15;

/** A message as its recipient sees it. */
export type SiteMessage = RowOf<typeof sitemessage, 'list'>;

/** Messages shown in the drawer. */
export type Shown = 'unread' | 'all';

/** The user's messages in pages, newest first. */
export const useMessages = (shown: Shown) => {
  const http = useHttp();
  const query = useInfiniteQuery({
    queryKey: [...messagesKey, shown],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      http.page<typeof sitemessage>(SITE_MESSAGES_URL, {
        signal,
        disableFlashErrorMsg: true,
        params: { offset: pageParam, limit: PAGE_SIZE, ...(shown === 'unread' && { has_read: false }) },
      }),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
  return { ...query, messages: query.data?.pages.flatMap((page) => page.results) ?? [] };
};

/** Marks some messages, or all of them, as read. */
export const useMarkRead = (onMarked: () => void) => {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      ids === 'all'
        ? http.call('PATCH /api/v1/notifications/site-messages/mark-as-read-all/', { body: {} })
        : http.call('PATCH /api/v1/notifications/site-messages/mark-as-read/', { body: { ids: [...ids] } }),
    onSuccess: () => {
      onMarked();
      return client.invalidateQueries({ queryKey: messagesKey });
    },
  });
};
