import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { rowsOf } from '../list/useListRows.ts';
import { useSelectionToken } from '../list/useSelectionToken.ts';
import type { Row } from '../resource/row.ts';
import { optionOf, type SelectOption } from './optionLabel.ts';

/** Options asked for at a time. */
const PAGE_SIZE = 10;
const CHOSEN_LIMIT = 1000;

type Input = {
  url: string;
  search: string;
  /** Values whose names must be known before anything is opened. */
  chosen: readonly (string | number)[];
  isOpen: boolean;
  toOption?: (row: Row) => SelectOption;
  params?: Record<string, unknown>;
};

const useChosenRows = ({ url, chosen, params }: Input) => {
  const http = useHttp();
  const tokenOf = useSelectionToken();
  return useQuery({
    queryKey: ['chosen', url, [...chosen].sort(), params],
    queryFn: async ({ signal }) => {
      const spm = await tokenOf(chosen, signal);
      const answer = await http.get<Page<Row> | Row[]>(url, {
        params: { ...params, spm, limit: CHOSEN_LIMIT, offset: 0, fields_size: 'mini' },
        signal,
        disableFlashErrorMsg: true,
      });
      return rowsOf(answer).rows;
    },
    enabled: chosen.length > 0,
    staleTime: 60_000,
  });
};

const useOfferedRows = ({ url, search, isOpen, params }: Input) => {
  const http = useHttp();
  return useInfiniteQuery({
    queryKey: ['offered', url, search, params],
    queryFn: async ({ signal, pageParam }) => {
      const answer = await http.get<Page<Row> | Row[]>(url, {
        params: { ...params, search, limit: PAGE_SIZE, offset: pageParam, fields_size: 'mini' },
        signal,
        disableFlashErrorMsg: true,
      });
      return { ...rowsOf(answer), isWhole: Array.isArray(answer) };
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.isWhole || last.rows.length === 0 || loaded >= last.total ? undefined : loaded;
    },
    enabled: isOpen,
    staleTime: 10_000,
  });
};

const isForbidden = (error: unknown): boolean => error instanceof HttpError && error.status === 403;

/** Options of a select that come page by page; the names of chosen values come first. */
export const useRemoteOptions = (input: Input) => {
  const { toOption = optionOf } = input;
  const known = useChosenRows({ ...input, chosen: input.chosen.filter((one) => one !== '') });
  const offered = useOfferedRows(input);
  const byValue = new Map<string | number, SelectOption>();
  const offeredRows = offered.data?.pages.flatMap(({ rows }) => rows) ?? [];
  for (const row of offeredRows) {
    const option = toOption(row);
    byValue.set(option.value, option);
  }
  const chosenOptions = (known.data ?? []).map(toOption);
  return {
    options: [...byValue.values()],
    labelOf: (value: string | number): string | undefined =>
      (byValue.get(value) ?? chosenOptions.find((option) => option.value === value))?.label,
    isForbidden: isForbidden(offered.error) || isForbidden(known.error),
    isLoading: offered.isFetching,
    more: () => {
      if (offered.hasNextPage && !offered.isFetchingNextPage) void offered.fetchNextPage();
    },
  };
};
