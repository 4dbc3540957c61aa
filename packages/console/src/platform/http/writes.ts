import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { RowOf, WriteOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { Answer, HttpOptions, WithBody } from './HttpOptions.ts';
import type { AddressOf } from './reads.ts';

/** Address of a resource's collection. */
export type CollectionOf<D extends ResourceDefinition> = `/api/v1/${D['app']}/${D['path']}/`;

type Options = Omit<HttpOptions, 'raw' | 'responseType'>;
type Saved<D extends ResourceDefinition> = Promise<RowOf<D, 'retrieve'>>;
/** Changes to one of several rows, with the id of the row. */
type ChangeOf<D extends ResourceDefinition> = WriteOf<D, 'change'> &
  ({ id: RowOf<D>['id'] } | { pk: RowOf<D>['id'] });

/** Writes rows of a resource. The definition determines the types of address, body and answer. */
export type Writes = {
  create: <D extends ResourceDefinition>(url: AddressOf<D>, body: WriteOf<D>, options?: Options) => Saved<D>;
  change: <D extends ResourceDefinition, O extends HttpOptions = HttpOptions>(
    url: CollectionOf<D>,
    id: string | number,
    changes: WriteOf<D, 'change'>,
    options?: O,
  ) => Promise<Answer<RowOf<D, 'retrieve'>, O>>;
  createMany: <D extends ResourceDefinition>(
    url: CollectionOf<D>,
    rows: readonly WriteOf<D>[],
  ) => Promise<unknown>;
  changeMany: <D extends ResourceDefinition, O extends HttpOptions = HttpOptions>(
    url: CollectionOf<D>,
    changes: readonly ChangeOf<D>[],
    options?: O,
  ) => Promise<Answer<unknown, O>>;
};

/** The writes of a client. */
export const createWrites = ({ post, patch }: { post: WithBody; patch: WithBody }): Writes => ({
  create: <D extends ResourceDefinition>(url: AddressOf<D>, body: WriteOf<D>, options: Options = {}) =>
    post<RowOf<D, 'retrieve'>, Options>(url, body, options),
  change: <D extends ResourceDefinition, O extends HttpOptions = HttpOptions>(
    url: CollectionOf<D>,
    id: string | number,
    changes: WriteOf<D, 'change'>,
    options?: O,
  ) => patch<RowOf<D, 'retrieve'>, O>(`${url}${encodeURIComponent(id)}/`, changes, options),
  createMany: (url, rows) => post(url, rows),
  changeMany: (url, changes, options) => patch(url, changes, options),
});
