import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { inSentence } from '../resource/inSentence.ts';
import type { Row } from '../resource/row.ts';
import { rowUrl, withQuery } from '../resource/url.ts';

/** A row and the tag of its state, which a change names so that it overwrites no other. */
export type LoadedRow = { row: Row; etag: string | undefined };

/** What a form is made from: metadata of the submit call and the row it starts with. */
export type FormSource = {
  metas: Record<string, FieldMeta>;
  view: ViewMeta | undefined;
  /** Name of the resource inside a sentence. */
  title: string;
  /** Metadata of creating, where that exists. */
  createMetas: Record<string, FieldMeta> | undefined;
  row: Row | undefined;
  etag: string | undefined;
  /** The row as it is stored now; the form stays as it is. */
  reread: () => Promise<LoadedRow>;
  /** Starts from another state of the row. */
  take: (loaded: LoadedRow) => void;
  isPending: boolean;
  /** What could not be read. */
  failed: Pick<UseQueryResult, 'error' | 'refetch'> | undefined;
};

const NONE: Record<string, FieldMeta> = {};

/** Reads metadata of a submit URL and the row to update or to clone. */
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
  const asked = useMetadata(submitUrl);
  // While a changed query asks anew, the form stays as it is: nothing typed is lost.
  const [kept, setKept] = useState(asked.data);
  if (asked.data && asked.data !== kept) setKept(asked.data);
  const data = asked.data ?? kept;
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
    // A form must start from what is stored now, not from what was seen before.
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
    failed: [asked, loaded].find(({ error }) => error),
  };
};
