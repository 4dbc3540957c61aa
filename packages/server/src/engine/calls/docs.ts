import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import { type ErrorCode, errorCodes } from '@gatehouse/contract/errors.ts';
import { z } from 'zod';
import { formOfSpec } from '../form.ts';
import { type RouteDocs, rowOf, type Schema } from '../openapi/schema.ts';

type Direction = 'input' | 'output';

const schemaOf = (schema: z.ZodType, io: Direction): Schema => {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { resource, ...rest } = (jsonSchema as Schema) ?? {};
      for (const name of Object.keys(jsonSchema)) delete (jsonSchema as Schema)[name];
      Object.assign(jsonSchema, typeof resource === 'string' ? rowOf(resource) : rest);
      // Zod writes the fallback of `catch` as a default, which it is not.
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default;
      // Answers may grow: a client must not refuse a key it does not know.
      if (zodSchema._zod.def.type === 'object') delete jsonSchema.additionalProperties;
    },
  });
  return found as Schema;
};

const errorsOf = (codes: readonly ErrorCode[]): NonNullable<RouteDocs['otherwise']> => {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [status, { description: found.join(', ') }]),
  );
};

const bodiesOf = (bodies: NonNullable<CallShape['otherwise']>): NonNullable<RouteDocs['otherwise']> =>
  Object.fromEntries(
    Object.entries(bodies).map(([status, schema]) => [
      status,
      {
        description: z.globalRegistry.get(schema)?.description ?? 'Another outcome',
        schema: schemaOf(schema, 'output'),
      },
    ]),
  );

const sentOf = (body: NonNullable<CallShape['body']>): NonNullable<RouteDocs['body']> => {
  if (body instanceof z.ZodType) return schemaOf(body, 'input');
  return 'media' in body ? { files: body.media } : { form: formOfSpec(body) };
};

const madeOf = (shape: CallShape): RouteDocs => {
  const { body, answer } = shape;
  const sent = body && sentOf(body);
  return {
    summary: shape.summary,
    status: shape.status ?? 200,
    body: sent ?? 'none',
    ...(answer && 'media' in answer
      ? { media: answer.media }
      : { answer: answer ? schemaOf(answer, 'output') : 'none' }),
    ...(shape.isList && { isList: true }),
    ...(shape.query && { query: schemaOf(shape.query, 'input') }),
    otherwise: { ...errorsOf(shape.errors ?? []), ...bodiesOf(shape.otherwise ?? {}) },
  };
};

const made = new WeakMap<CallShape, RouteDocs>();

/** The API description of a call; built when first read. */
export const docsOf = (shape: CallShape) => (): RouteDocs => {
  const found = made.get(shape) ?? madeOf(shape);
  made.set(shape, found);
  return found;
};
