import { useRef } from 'react';
import type { RawResponse } from '../../../platform/http/HttpOptions.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { encryptFields } from '../../../platform/secret/encrypt.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { formOf, wireOf } from '../../fields/convert.ts';
import type { Row } from '../../resource/row.ts';
import { rowUrl, withQuery } from '../../resource/url.ts';
import { asksUndo } from '../../undo/useUndo.ts';
import type { FormItem, Values } from '../FormItem.ts';
import type { FormContext, FormSlots } from '../FormSlots.ts';
import { encryptedNames, submittedBody } from '../formValues.ts';
import type { FormSource } from '../useFormSource.ts';

type Input = { url: string; id?: string; cloneFrom?: string };
type Sent = { items: readonly FormItem[]; values: Values };

/** Values of the original row that the update form leaves out, as they are sent for a new row. */
const keptFrom = (row: Values, source: FormSource): Values => {
  const { metas, createMetas = {} } = source;
  const kept = Object.entries(createMetas).filter(
    ([name, meta]) => !meta.read_only && metas[name]?.read_only === true && name in row,
  );
  const all = Object.fromEntries(kept);
  return wireOf(formOf(Object.fromEntries(kept.map(([name]) => [name, row[name]])), all), all);
};

/** Sends a form: as a new row, as a change of an existing one, or in the page's own way. */
export const useSend = (input: Input, slots: FormSlots, context: FormContext, source: FormSource) => {
  const { http, encrypt } = usePlatform();
  const can = useCan();
  /** How the server answered the rows that were sent; it says whether the change can be undone. */
  const answers = useRef(new WeakMap<Row, RawResponse<Row>>());
  const { isRoot } = useSession();
  const sealed = async ({ items, values }: Sent): Promise<Values> => {
    const plain = submittedBody(items, source.metas, values);
    const body = slots.toWire ? await slots.toWire(plain, values, context) : plain;
    return encryptFields(body, encryptedNames(items, slots.encrypt), encrypt);
  };
  const options = { disableFlashErrorMsg: true };
  const post = (body: Values, query: Record<string, string>) =>
    http.post<Row>(withQuery(input.url, query), body, options);

  const change = async (id: string, body: Values, etag: string | undefined): Promise<Row> => {
    const url = withQuery(rowUrl(input.url, id), slots.query ?? {});
    const headers = { ...asksUndo.headers, ...(etag && { 'If-Match': etag }) };
    const answer = await http[slots.isPartial ? 'patch' : 'put']<Row, typeof asksUndo>(url, body, {
      ...options,
      ...asksUndo,
      headers,
    });
    answers.current.set(answer.data, answer);
    return answer.data;
  };

  const send = async (sent: Sent, etag: string | undefined): Promise<Row> => {
    const body = await sealed(sent);
    if (input.id) return change(input.id, body, etag);
    if (slots.submit) return slots.submit(body);
    return post(body, { ...slots.query, ...(input.cloneFrom && { clone_from: input.cloneFrom }) });
  };

  const { view, createMetas } = source;
  const isElsewhere = isRoot && view?.scope === 'org';
  const mayCreate =
    slots.submit === undefined &&
    !slots.isPartial &&
    createMetas !== undefined &&
    view !== undefined &&
    can(view.permissions.add);
  /** Sends an update form as a new row when the original is gone. */
  const sendAsNew = async (sent: Sent): Promise<Row> =>
    post({ ...keptFrom(context.row ?? {}, source), ...(await sealed(sent)) }, slots.query ?? {});
  return {
    send,
    bodyOf: sealed,
    sendAsNew: mayCreate && !isElsewhere ? sendAsNew : undefined,
    answerOf: (row: Row) => answers.current.get(row),
  };
};
