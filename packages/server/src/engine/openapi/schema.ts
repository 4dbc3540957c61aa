import type { Form } from '../form.ts';

/** A JSON schema, as OpenAPI uses it. */
export type Schema = Record<string, unknown>;

/** The API description of a route, beyond its address. */
export type RouteDocs = {
  summary?: string;
  /** Status of success, unless the handler sets another. */
  status?: 200 | 201 | 204;
  /** The body it takes: JSON of this schema, files of these types, or a form; `none` when it takes none. */
  body?: Schema | { files: readonly string[] } | { form: Form } | 'none';
  /** Schema of the JSON answer; `none` when there is none. */
  answer?: Schema | 'none';
  /** Content types it answers with instead of JSON. */
  media?: readonly string[];
  /** Schema of the query parameters, as an object. */
  query?: Schema;
  /** Other answers, by status. */
  otherwise?: { readonly [status: string]: { description: string; schema?: Schema } };
  /** Whether the route accepts the parameters of lists. */
  isList?: true;
  /** Whether rows contain the caller's abilities on request. */
  isAble?: true;
};

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer' };
export const uuid: Schema = { type: 'string', format: 'uuid' };

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object whose properties are all required, except those named as optional. */
export const objectOf = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length ? { required } : {}) };
};

/** A row of a resource as it is read. */
export const rowOf = (key: string): Schema => ({ $ref: `#/components/schemas/${key}` });
/** A row of a resource as it is written. */
export const writtenOf = (key: string): Schema => ({ $ref: `#/components/schemas/${key}.write` });

/** One row or a list of rows; a route answers in the form it was sent. */
export const oneOrMany = (schema: Schema): Schema => ({ oneOf: [schema, listOf(schema)] });

/** All rows, or one page of them with `limit`. */
export const listAnswer = (row: Schema): Schema => {
  const link = { type: ['string', 'null'], format: 'uri' };
  const page = objectOf(
    {
      count: whole,
      count_is_estimate: {
        const: true,
        description:
          'Sent with a count beyond 10,000 that is an estimate; `count=exact` has every row counted',
      },
      next: link,
      previous: link,
      results: listOf(row),
    },
    ['count_is_estimate'],
  );
  return { oneOf: [listOf(row), page] };
};

/** Inputs and answers of a resource's routes. */
export const resourceDocs = (key: string) => {
  const [row, written] = [rowOf(key), writtenOf(key)];
  return {
    list: { status: 200, answer: listAnswer(row), isList: true, isAble: true },
    create: { status: 201, body: oneOrMany(written), answer: oneOrMany(row) },
    updateMany: { status: 200, body: listOf(written), answer: listOf(row) },
    destroyMany: { status: 204, isList: true },
    retrieve: { status: 200, answer: row, isAble: true },
    update: { status: 200, body: written, answer: row },
    destroy: { status: 204 },
    suggestions: {
      summary: 'The first matching rows, ten unless `limit` is set, for fields with suggestions',
      status: 200,
      answer: listAnswer(row),
      isList: true,
    },
  } as const satisfies Record<string, RouteDocs>;
};
