import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHttp } from '../../platform/Platform.tsx';
import { useSelectionToken } from '../list/actions/useSelectionToken.ts';
import { rowsOf } from '../list/rowsOf.ts';
import type { Row } from '../resource/row.ts';
import type { SelectOption } from './optionLabel.ts';

/** Number of rows requested at a time; the server returns all rows of a token in pages. */
const PAGE_SIZE = 1000;

type Value = string | number;
type Known = ReadonlyMap<string, SelectOption | undefined>;

type Input = {
  url: string;
  chosen: readonly Value[];
  /** Options already offered by a list, whose names are known. */
  offered: readonly SelectOption[];
  toOption: (row: Row) => SelectOption;
  params: Record<string, unknown> | undefined;
};

const useReadChosen = () => {
  const http = useHttp();
  const tokenOf = useSelectionToken();
  return async (url: string, ids: readonly Value[], params: object | undefined, signal: AbortSignal) => {
    const spm = await tokenOf(ids, signal);
    const found: Row[] = [];
    for (;;) {
      const answer = await http.get<Page<Row> | Row[]>(url, {
        params: { ...params, spm, limit: PAGE_SIZE, offset: found.length, fields_size: 'mini' },
        signal,
        disableFlashErrorMsg: true,
      });
      const { rows, total } = rowsOf(answer);
      found.push(...rows);
      if (rows.length === 0 || found.length >= total) return found;
    }
  };
};

/** The options of chosen values. Names that are not known yet are requested once, and kept. */
export const useChosenOptions = ({ url, chosen, offered, toOption, params }: Input) => {
  const read = useReadChosen();
  const [known, setKnown] = useState<Known>(new Map());
  const keyOf = (value: Value) => `${url} ${value}`;
  const byValue = new Map(offered.map((option) => [option.value, option]));
  const unknown = chosen.filter((value) => !known.has(keyOf(value)) && !byValue.has(value));
  const missing = [...unknown].sort();
  const { data, error, isLoading } = useQuery({
    queryKey: ['chosen', url, missing, params],
    queryFn: ({ signal }) => read(url, missing, params, signal),
    enabled: missing.length > 0,
    staleTime: 60_000,
  });
  for (const option of data?.map(toOption) ?? []) byValue.set(option.value, option);
  // Values whose rows the server did not return, such as deleted ones, are kept as well, so that they are not
  // requested again.
  const news = chosen.filter((value) => !known.has(keyOf(value)) && (byValue.has(value) || data));
  useEffect(() => {
    if (news.length === 0) return;
    setKnown(
      (before) =>
        new Map([...before, ...news.map((option) => [keyOf(option), byValue.get(option)] as const)]),
    );
  });
  return {
    optionOf: (value: Value) => byValue.get(value) ?? known.get(keyOf(value)),
    isLoading,
    error,
  };
};
