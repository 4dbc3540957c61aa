import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { inSentence } from '../resource/inSentence.ts';
import type { Row } from '../resource/row.ts';
import { rowUrl, withQuery } from '../resource/url.ts';

/** A row with its ETag; saving sends the tag, so that another user's change is not overwritten. */
export type LoadedRow = { row: Row; etag: string | undefined };

/** The data of a form: metadata of its submit request and the initial row. */
export type FormSource = {
  metas: Record<string, FieldMeta>;
  view: ViewMeta | undefined;
  /** Name of the resource as used within a sentence. */
  title: string;
  /** Metadata for creating a row, where that is possible. */
  createMetas: Record<string, FieldMeta> | undefined;
  row: Row | undefined;
  etag: string | undefined;
  /** Reloads the row without changing the form. */
  reread: () => Promise<LoadedRow>;
  /** Fills the form anew from this version of the row. */
  take: (loaded: LoadedRow) => void;
  isPending: boolean;
  /** The request that failed, to show its error and retry it. */
  failed: Pick<UseQueryResult, 'error' | 'refetch'> | undefined;
};

const NONE: Record<string, FieldMeta> = {};

/** Loads metadata of a submit URL and the row to update or clone. */
export const useFormSource = (input: {
  url: string;
  id?: string;
  cloneFrom?: string;
  query?: Record<string, string>;
}): FormSource => {
  const { url, id, cloneFrom, query = {} } = input;
  const http = useHttp();
  const { language, queryClient } = usePlatform();
  const submitUrl = withQuery(id ? rowUrl(url, id) : url, query);
  const metadata = useMetadata(submitUrl);
  // While metadata for a changed query loads, the form keeps the previous metadata, so that no input is lost.
  const [kept, setKept] = useState(metadata.data);
  if (metadata.data && metadata.data !== kept) setKept(metadata.data);
  const data = metadata.data ?? kept;
  const source = id ?? cloneFrom;
  const queryKey = ['row', url, source, 'edit'];
  const read = async (signal?: AbortSignal): Promise<LoadedRow> => {
    const options = { signal, disableFlashErrorMsg: true, raw: true } as const;
    const { data, headers } = await http.get<Row, typeof options>(rowUrl(url, source ?? ''), options);
    return { row: data, etag: headers.get('ETag') ?? undefined };
  };
  const loaded = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    enabled: source !== undefined,
    // A form must start from what is stored now, not from cached values.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { actions } = data ?? {};
  return {
    metas: (id ? (actions?.PUT ?? actions?.PATCH) : actions?.POST) ?? NONE,
    view: data?.view,
    title: inSentence(data?.view?.title ?? '', language),
    createMetas: actions?.POST,
    row: loaded.data?.row,
    etag: loaded.data?.etag,
    reread: () => read(),
    take: (next) => queryClient.setQueryData(queryKey, next),
    isPending: data === undefined || (source !== undefined && loaded.isPending),
    failed: [metadata, loaded].find(({ error }) => error),
  };
};
