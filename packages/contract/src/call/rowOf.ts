import { z } from 'zod';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import type { RowOf } from '../resource/rowOf.ts';
import { everyDefinition } from '../resources/all.ts';
import type { Page } from '../wire/page.ts';

/** A row made by the engine, before it is known to be one of a certain resource. */
type Presented = { readonly [field: string]: unknown };

const always = ['id', 'org_id', 'org_name'];

const isRowOf = (key: string) => {
  const found = everyDefinition.find((definition) => keyOf(definition) === key);
  const known = new Set([...always, ...Object.keys(found?.fields ?? {}), ...(found?.standard ?? [])]);
  return (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    Object.keys(value).every((name) => known.has(name));
};

/** A row of a resource, as the engine answers it. */
export const rowOf = <D extends ResourceDefinition>(definition: D): z.ZodType<RowOf<D>, Presented> => {
  const key = keyOf(definition);
  return z
    .custom<RowOf<D>>(isRowOf(key), { error: `not a row of ${key}` })
    .meta({ resource: key }) as unknown as z.ZodType<RowOf<D>, Presented>;
};

/** Every row, or a page of them when `limit` is asked. */
export const listOf = <Row>(row: z.ZodType<Row>): z.ZodType<Row[] | Page<Row>, unknown> =>
  z.union([
    z.array(row),
    z.object({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(row),
    }),
  ]);
