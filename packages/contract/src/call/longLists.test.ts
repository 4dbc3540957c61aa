import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyShape } from '../../test/everyShape.ts';

/** The schemas of lists within a schema. */
const listsIn = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  if (schema instanceof z.ZodArray) return [schema, ...listsIn(schema.element)];
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(listsIn);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listsIn);
  if (schema instanceof z.ZodPipe) return listsIn(schema.in);
  if (schema instanceof z.ZodCatch || schema instanceof z.ZodDefault) return listsIn(schema.def.innerType);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? listsIn(schema.unwrap()) : [];
};

const lists = everyShape.flatMap(([name, { body }]) =>
  body instanceof z.ZodType ? listsIn(body).map((list): [string, z.core.$ZodType] => [name, list]) : [],
);

test('a list of many wrong entries is reported as one mistake, not as one for each', () => {
  expect(lists.length).toBeGreaterThan(10);
  const costly: string[] = [];
  for (const [name, list] of lists)
    for (const entry of [null, {}, 'x'.repeat(9)]) {
      const { error } = z.safeParse(
        list,
        Array.from({ length: 20_000 }, () => entry),
      );
      if ((error?.issues.length ?? 0) > 1) costly.push(`${name}: ${error?.issues.length}`);
    }
  expect(costly).toEqual([]);
});
