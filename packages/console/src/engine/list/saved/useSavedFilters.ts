import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { savedfilter } from '@gatehouse/contract/resources/users/savedfilter.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { asksUndo, useUndo } from '../../undo/useUndo.ts';
import type { ListController } from '../ListSlots.ts';
import { changesTo, savedText } from './savedQuery.ts';

/** Address of saved filters. */
export const FILTERS_URL = '/api/v1/users/saved-filters/';

/** A saved filter of a list. */
export type SavedFilter = RowOf<typeof savedfilter, 'list'>;

/** The saved filters of a list, the one that is chosen, and how to choose and change them. */
export const useSavedFilters = (list: ListController) => {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const offerUndo = useUndo();
  const queryClient = useQueryClient();
  const { profile } = useSession();
  const [isAsked, setAsked] = useState(false);
  const queryKey = ['savedFilters', list.name];
  const { saved } = list.query;
  const listed = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      http.list<typeof savedfilter>(FILTERS_URL, { params: { list_name: list.name }, signal }),
    enabled: isAsked,
  });
  const { data: chosen } = useQuery({
    queryKey: [...queryKey, saved],
    queryFn: ({ signal }) =>
      // A link may name a filter that was deleted, or that is not shared with its reader.
      http.row<typeof savedfilter>(FILTERS_URL, saved ?? '', { signal, disableFlashErrorMsg: true }),
    enabled: saved !== undefined,
  });
  const isMine = (filter: SavedFilter) => filter.user?.id === profile?.id;
  const now = savedText(list.query);
  const refetch = () => queryClient.invalidateQueries({ queryKey });
  const filters = listed.data ?? [];
  return {
    ask: () => setAsked(true),
    isLoading: listed.isPending,
    mine: filters.filter(isMine),
    shared: filters.filter((filter) => !isMine(filter)),
    chosen,
    isMine,
    now,
    isChanged: chosen !== undefined && chosen.query !== now,
    choose: (filter: SavedFilter) => list.changeQuery(changesTo(list.query, filter)),
    refetch,
    overwrite: async (filter: SavedFilter) => {
      const query = { query: now };
      const answer = await http.change<typeof savedfilter, typeof asksUndo>(
        FILTERS_URL,
        filter.id,
        query,
        asksUndo,
      );
      offerUndo(t('saved.overwritten', { name: filter.name }), answer);
      await refetch();
    },
  };
};

/** What `useSavedFilters` returns. */
export type SavedFilters = ReturnType<typeof useSavedFilters>;
