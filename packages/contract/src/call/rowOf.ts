import { z } from 'zod';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import type { RowOf, WriteOf } from '../resource/rowOf.ts';
import { everyDefinition } from '../resources/all.ts';
import type { Page } from '../wire/page.ts';

/** A row as the engine returns it, of any resource. */
type Presented = { readonly [field: string]: unknown };

const always = ['id', 'org_id', 'org_name'];

const isSomeOf = (known: ReadonlySet<string>) => (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Object.keys(value).every((name) => known.has(name));

const isRowOf = (key: string, more: readonly string[]) => {
  const found = everyDefinition.find((definition) => keyOf(definition) === key);
  const own = [...Object.keys(found?.fields ?? {}), ...(found?.standard ?? [])];
  return isSomeOf(new Set([...always, ...own, ...more]));
};

const rowSchema = <D extends ResourceDefinition>(
  definition: D,
  more: readonly string[],
): z.ZodType<RowOf<D>, Presented> => {
  const key = keyOf(definition);
  return z
    .custom<RowOf<D>>(isRowOf(key, more), { error: `not a row of ${key}` })
    .meta({ resource: key }) as unknown as z.ZodType<RowOf<D>, Presented>;
};

/** A row of a resource, as the engine returns it. */
export const rowOf = <D extends ResourceDefinition>(definition: D): z.ZodType<RowOf<D>, Presented> =>
  rowSchema(definition, []);

/** The extra fields of a row; `z.output` of no fields would be a record that takes any name. */
type Extra<Shape extends z.core.$ZodShape> = keyof Shape extends never
  ? unknown
  : z.output<z.ZodObject<Shape>>;

/** The id and some fields of a resource's row, plus extra ones. */
export const partOf = <
  D extends ResourceDefinition,
  const Names extends readonly (keyof RowOf<D> & string)[],
  const Shape extends z.core.$ZodShape = Record<never, never>,
>(
  definition: D,
  names: Names,
  more: Shape = {} as Shape,
): z.ZodType<Pick<RowOf<D>, Names[number] | 'id'> & Extra<Shape>, Presented> => {
  const key = keyOf(definition);
  const known = new Set(['id', ...names, ...Object.keys(more)]);
  const part = z
    .custom(isSomeOf(known), { error: `not a part of ${key}` })
    .meta({ resource: key, part: true });
  return (Object.keys(more).length ? part.and(z.object(more)) : part) as never;
};

/** One row or several, as a client writes them; the engine validates each field. */
export const writeOf = <D extends ResourceDefinition>(
  definition: D,
): z.ZodType<unknown, WriteOf<D> | WriteOf<D>[]> =>
  z.unknown().meta({ resource: `${keyOf(definition)}.write` }) as never;

/** A row with more than the fields of its resource. */
export const rowWith = <D extends ResourceDefinition, const Shape extends z.core.$ZodShape>(
  definition: D,
  shape: Shape,
): z.ZodType<RowOf<D> & z.output<z.ZodObject<Shape>>, Presented> =>
  rowSchema(definition, Object.keys(shape)).and(z.object(shape)) as never;

/** The usual answer, or the other one that a query parameter requests. */
export const orShort = <Full>(full: z.ZodType<Full>, short: z.ZodType): z.ZodType<Full, Presented> =>
  z.union([full, short]) as never;

/** All rows, or one page of them when the request has a `limit`. */
export const listOf = <Row>(row: z.ZodType<Row>): z.ZodType<Row[] | Page<Row>, unknown> =>
  z.union([
    z.array(row),
    z.object({
      count: z.int(),
      count_is_estimate: z.literal(true).optional(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(row),
    }),
  ]);
