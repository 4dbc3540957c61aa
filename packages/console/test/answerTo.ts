import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { AnswerOf, ParamsOf } from '@gatehouse/contract/call/callTypes.ts';
import type { CallName, Calls } from '@gatehouse/contract/calls/all.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { answer, type Refusal, type Seen } from './fakeServer.ts';
import { detailRow, listRow, pageOf } from './sampleRow.ts';

type Outcome<Name extends CallName> = AnswerOf<Calls[Name]> | Refusal;
type AnswerTo<Name extends CallName> =
  | Outcome<Name>
  | ((request: Seen) => Outcome<Name> | Promise<Outcome<Name>>);
type Params<Name extends string> =
  Record<never, never> extends ParamsOf<Name> ? [] : [params: ParamsOf<Name>];

/**
 * Route of a declared call. The call determines the type of the answer, which is `undefined` where it has
 * none.
 */
export const answerTo = <Name extends CallName>(
  name: Name,
  body: NoInfer<AnswerTo<Name>>,
  ...[params]: Params<Name>
): Record<string, unknown> => {
  const { method, path } = callParts(name, params);
  return { [`${method} ${path}`]: body === undefined ? answer(200) : body };
};

const collectionOf = ({ app, path }: ResourceDefinition) => `/api/v1/${app}/${path}/`;

type Part<D extends ResourceDefinition> = Partial<RowOf<D, 'list'>>;
type Rows<D extends ResourceDefinition> = readonly Part<D>[] | Refusal;

/**
 * Route of a resource's list with exactly these rows; missing fields get the simplest values. If the request
 * has a `limit`, the answer is a page.
 */
export const listOf = <D extends ResourceDefinition>(
  definition: D,
  rows: Rows<NoInfer<D>> | ((request: Seen) => Rows<NoInfer<D>>),
): Record<string, unknown> => {
  const answerWith = (parts: Rows<D>, { query }: Seen) => {
    if ('$status' in parts) return parts;
    const found = parts.map((part) => listRow(definition, part));
    return query.limit === undefined ? found : pageOf(found);
  };
  return {
    [`GET ${collectionOf(definition)}`]: (request: Seen) =>
      answerWith(typeof rows === 'function' ? rows(request) : rows, request),
  };
};

/** Route of one row of a resource; missing fields get the simplest values. */
export const rowAt = <D extends ResourceDefinition>(
  definition: D,
  id: string | number,
  row: Partial<RowOf<NoInfer<D>, 'retrieve'>>,
): Record<string, unknown> => ({
  [`GET ${collectionOf(definition)}${id}/`]: detailRow(definition, row),
});

/** Route that creates a row of a resource and answers it; missing fields get the simplest values. */
export const creating = <D extends ResourceDefinition>(
  definition: D,
  row: Partial<RowOf<NoInfer<D>, 'retrieve'>> = {},
): Record<string, unknown> => ({ [`POST ${collectionOf(definition)}`]: detailRow(definition, row) });

/** Routes that change a row of a resource and answer it; missing fields get the simplest values. */
export const changing = <D extends ResourceDefinition>(
  definition: D,
  id: string | number,
  row: Partial<RowOf<NoInfer<D>, 'retrieve'>> = {},
): Record<string, unknown> => {
  const changed = detailRow(definition, row);
  const url = `${collectionOf(definition)}${id}/`;
  return { [`PUT ${url}`]: changed, [`PATCH ${url}`]: changed };
};
