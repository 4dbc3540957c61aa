import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHttp, useMetadata, usePlatform } from '../../platform/Platform.tsx';
import { inSentence } from '../resource/inSentence.ts';
import type { Row } from '../resource/row.ts';
import { rowUrl, withQuery } from '../resource/url.ts';

/** What a form is made from: metadata of the submit call and the row it starts with. */
export type FormSource = {
  metas: Record<string, FieldMeta>;
  view: ViewMeta | undefined;
  /** Name of the resource inside a sentence. */
  title: string;
  row: Row | undefined;
  isPending: boolean;
  error: unknown;
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
  const { language } = usePlatform();
  const submitUrl = withQuery(id ? rowUrl(url, id) : url, query);
  const asked = useMetadata(submitUrl);
  // While a changed query asks anew, the form stays as it is: nothing typed is lost.
  const [kept, setKept] = useState(asked.data);
  if (asked.data && asked.data !== kept) setKept(asked.data);
  const data = asked.data ?? kept;
  const source = id ?? cloneFrom;
  const row = useQuery({
    queryKey: ['row', url, source, 'edit'],
    queryFn: ({ signal }) => http.get<Row>(rowUrl(url, source ?? ''), { signal, disableFlashErrorMsg: true }),
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
    row: row.data,
    isPending: data === undefined || (source !== undefined && row.isPending),
    error: asked.error ?? row.error,
  };
};
