import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isForbidden } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { rowsOf } from '../list/rowsOf.ts';
import type { Row } from '../resource/row.ts';
import { optionOf, type SelectOption } from './optionLabel.ts';
import { useChosenOptions } from './useChosenOptions.ts';

/** Number of options requested at a time. */
const PAGE_SIZE = 10;

type Input = {
  url: string;
  search: string;
  /** Values whose names are needed before the list is opened. */
  chosen: readonly (string | number)[];
  isOpen: boolean;
  toOption?: (row: Row) => SelectOption;
  params?: Record<string, unknown>;
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

/** Options of a select, loaded page by page, and the names of the chosen values. */
export const useRemoteOptions = (input: Input) => {
  const { url, toOption = optionOf, params } = input;
  const offered = useOfferedRows(input);
  const options = offered.data?.pages.flatMap(({ rows }) => rows).map(toOption) ?? [];
  const chosen = useChosenOptions({
    url,
    chosen: input.chosen.filter((entry) => entry !== ''),
    offered: options,
    toOption,
    params,
  });
  return {
    options: [...new Map(options.map((option) => [option.value, option])).values()],
    labelOf: (value: string | number): string | undefined => chosen.optionOf(value)?.label,
    /** Whether names of chosen values are being loaded. */
    isNaming: chosen.isLoading,
    isForbidden: isForbidden(offered.error) || isForbidden(chosen.error),
    isLoading: offered.isFetching,
    /** The error if the options could not be loaded. */
    error: offered.error,
    more: () => {
      if (offered.hasNextPage && !offered.isFetchingNextPage) void offered.fetchNextPage();
    },
  };
};
