import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import type { HttpOptions, WithoutBody } from './HttpOptions.ts';

/** Address of a resource's collection, with an optional query. */
export type AddressOf<D extends ResourceDefinition> =
  | `/api/v1/${D['app']}/${D['path']}/`
  | `/api/v1/${D['app']}/${D['path']}/?${string}`;

type Options = Omit<HttpOptions, 'raw' | 'responseType'>;
type Limited = Options & { params: { limit: number } & Record<string, unknown> };

/**
 * Reads rows of a resource: a page, all of them, or one. The definition determines the types of address and
 * answer.
 */
export type Reads = {
  page: <D extends ResourceDefinition>(
    url: AddressOf<D>,
    options: Limited,
  ) => Promise<Page<RowOf<D, 'list'>>>;
  list: <D extends ResourceDefinition>(url: AddressOf<D>, options?: Options) => Promise<RowOf<D, 'list'>[]>;
  row: <D extends ResourceDefinition>(
    url: AddressOf<D>,
    id: string | number,
    options?: Options,
  ) => Promise<RowOf<D, 'retrieve'>>;
};

/** The reads of a client. */
export const createReads = (get: WithoutBody): Reads => ({
  page: <D extends ResourceDefinition>(url: AddressOf<D>, options: Limited) =>
    get<Page<RowOf<D, 'list'>>, Options>(url, options),
  list: <D extends ResourceDefinition>(url: AddressOf<D>, options: Options = {}) =>
    get<RowOf<D, 'list'>[], Options>(url, options),
  row: <D extends ResourceDefinition>(url: AddressOf<D>, id: string | number, options: Options = {}) =>
    get<RowOf<D, 'retrieve'>, Options>(`${url}${encodeURIComponent(id)}/`, options),
});
