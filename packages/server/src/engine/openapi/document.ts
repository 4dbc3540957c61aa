import { ABILITIES } from '@gatehouse/contract/resource/abilities.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { abilitiesOf } from '../abilities.ts';
import type { Context } from '../context.ts';
import { describeForm, type Form } from '../form.ts';
import type { ServedRoute } from '../http.ts';
import { resourceTitle } from '../labels.ts';
import { optionsOf } from '../metadata.ts';
import type { Resource } from '../resource.ts';
import { urlsOf } from '../routes/resourceRoutes.ts';
import type { RouteDocs, Schema } from './schema.ts';

const simple: Record<string, Schema> = {
  integer: { type: 'integer' },
  float: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string', example: '2031/01/02 03:04:05 +0800' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  list: { type: 'array', items: { type: 'string' } },
  json: {},
  object_related_field: { type: 'object', properties: { id: {}, name: { type: 'string' } } },
  m2m_related_field: {
    type: 'array',
    items: { type: 'object', properties: { id: {}, name: { type: 'string' } } },
  },
};

const schemaOf = (meta: FieldMeta, reading: boolean): Schema => {
  const described: Schema = { title: meta.label, ...(meta.help_text ? { description: meta.help_text } : {}) };
  if (meta.type === 'labeled_choice') {
    const value = { enum: meta.choices?.map((choice) => choice.value) };
    return {
      ...described,
      ...(reading ? { type: 'object', properties: { value, label: { type: 'string' } } } : value),
    };
  }
  if (meta.type === 'choice') return { ...described, enum: meta.choices?.map((choice) => choice.value) };
  if (meta.children)
    return { ...described, type: 'object', properties: propertiesOf(meta.children, reading) };
  return {
    ...described,
    ...(simple[meta.type] ?? (meta.type === 'field' || meta.type === 'tree' ? {} : { type: 'string' })),
    ...(meta.max_length ? { maxLength: meta.max_length } : {}),
  };
};

const propertiesOf = (fields: Record<string, FieldMeta>, reading: boolean): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, meta]) => (reading ? !meta.write_only : !meta.read_only))
      .map(([name, meta]) => [name, schemaOf(meta, reading)]),
  );

/** Added to rows only on request (`abilities=1`). */
const ableSchemas = (resource: Resource): Record<string, Schema> => ({
  abilities: { type: 'array', items: { enum: abilitiesOf(resource) } },
  refusals: { type: 'object', additionalProperties: { type: 'string' } },
});

const anObject: Schema = { type: 'object' };

/** A resource whose rows are read or written only by actions has no columns of its own to describe. */
const schemasOf = async (resource: Resource, ctx: Context): Promise<[string, Schema][]> => {
  const { actions = {} } = await optionsOf(resource, new URLSearchParams(), ctx, ['list', 'retrieve']);
  const read = actions.GET
    ? { ...anObject, properties: { ...propertiesOf(actions.GET, true), ...ableSchemas(resource) } }
    : anObject;
  const writable = actions.POST ?? actions.PUT;
  const required = Object.entries(writable ?? {})
    .filter(([, meta]) => meta.required)
    .map(([name]) => name);
  const written = writable
    ? {
        ...anObject,
        properties: propertiesOf(writable, false),
        ...(required.length ? { required } : {}),
      }
    : anObject;
  return [
    [resource.key, read],
    [`${resource.key}.write`, written],
  ];
};

const listParameters = ['limit', 'offset', 'search', 'order', 'spm', 'labels', 'fields_size'].map((name) => ({
  name,
  in: 'query',
  schema: { type: name === 'limit' || name === 'offset' ? 'integer' : 'string' },
}));

const abilities = {
  name: ABILITIES,
  in: 'query',
  description:
    'With 1, each row says in `abilities` what its caller may do with it, and in `refusals` why not (docs/decisions/0163).',
  schema: { type: 'string', enum: ['1'] },
};

/** A client may send the version of the row that its change is based on (docs/decisions/0097). */
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'ETag of the row as it was read; a row changed since is left as it is and the answer is 409.',
  schema: { type: 'string' },
};
const etag = { ETag: { description: 'State of the row, for If-Match', schema: { type: 'string' } } };
const changedMeanwhile = { 409: { description: 'Changed since it was read (code changed_meanwhile)' } };

const pathParameters = (url: string) =>
  [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));

const formSchema = (form: Form, ctx: Context): Schema => {
  const fields = describeForm(form, ctx).actions?.PATCH ?? {};
  return { type: 'object', properties: propertiesOf(fields, false) };
};

const requestBodyOf = (method: string, body: NonNullable<RouteDocs['body']>, ctx: Context) => {
  if (!['POST', 'PUT', 'PATCH'].includes(method) || body === 'none') return {};
  if ('form' in body)
    return {
      requestBody: { content: { 'application/json': { schema: formSchema(body.form as Form, ctx) } } },
    };
  if ('files' in body) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return {
      requestBody: {
        content: Object.fromEntries((body as { files: string[] }).files.map((type) => [type, file])),
      },
    };
  }
  return { requestBody: { content: { 'application/json': { schema: body } } } };
};

/** The answer on success; a route without further details only declares that there is one. */
const successOf = ({ status, answer, media }: RouteDocs, headers: object) => {
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = media
    ? Object.fromEntries(media.map((type) => [type, file]))
    : { 'application/json': { schema: answer ?? {} } };
  const isEmpty = status === 204 || answer === 'none';
  return {
    [status ?? '2XX']: { description: 'OK', ...(isEmpty ? {} : { ...headers, content }) },
  };
};

const outcomesOf = (otherwise: NonNullable<RouteDocs['otherwise']>) =>
  Object.fromEntries(
    Object.entries(otherwise).map(([status, { description, schema }]) => [
      status,
      { description, ...(schema && { content: { 'application/json': { schema } } }) },
    ]),
  );

/** Query parameters that narrow a list of a resource, beyond those of every list. */
const filterParameters = ({ fields, definition }: Resource) => {
  const filtered = Object.entries(fields).flatMap(([name, { filter }]) => (filter ? [name] : []));
  const range = definition.range ? ['date_from', 'date_to'] : [];
  const known = new Set(listParameters.map(({ name }) => name));
  return [...new Set([...filtered, ...(definition.filters ?? []), ...range])]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
};

/** The resource whose rows an address serves, and whether the address is that of one row. */
type Home = { resource: Resource; isRow: boolean };

const operationOf = (route: ServedRoute, home: Home | undefined, ctx: Context) => {
  const docs = (typeof route.docs === 'function' ? route.docs() : route.docs) || {};
  const isListOfOurs = route.method === 'GET' && home?.isRow === false;
  const isRowOfOurs = home?.isRow === true;
  const mayInsist = isRowOfOurs && ['PUT', 'PATCH', 'DELETE'].includes(route.method);
  return {
    tags: [route.url.split('/')[3] ?? 'api'],
    summary: docs.summary ?? `${route.method} ${route.url}`,
    'x-permission': route.need,
    security: route.need === 'public' ? [] : [{ bearer: [] }, { signature: [] }, { session: [] }],
    parameters: [
      ...pathParameters(route.url),
      ...(docs.isList ? listParameters : []),
      ...(docs.isAble ? [abilities] : []),
      ...(isListOfOurs ? filterParameters(home.resource) : []),
      ...queryParameters(docs.query ?? {}),
      ...(mayInsist ? [ifMatch] : []),
    ],
    ...requestBodyOf(route.method, docs.body ?? {}, ctx),
    responses: {
      ...successOf(docs, isRowOfOurs ? { headers: etag } : {}),
      400: { description: 'Messages by field' },
      403: { description: 'No permission' },
      ...(mayInsist ? changedMeanwhile : {}),
      ...outcomesOf(docs.otherwise ?? {}),
    },
  };
};

/**
 * OpenAPI 3.1 description of all routes under /api except OPTIONS, made from the definitions and the route
 * table.
 */
export const openApiOf = async (
  resources: Iterable<Resource>,
  served: readonly ServedRoute[],
  ctx: Context,
): Promise<Record<string, unknown>> => {
  const all = [...resources];
  const homes = new Map(
    all.flatMap((resource) =>
      urlsOf(resource).flatMap((url): [string, Home][] => [
        [url, { resource, isRow: false }],
        [`${url}:id/`, { resource, isRow: true }],
      ]),
    ),
  );
  const schemas: [string, Schema][] = [];
  for (const resource of all) schemas.push(...(await schemasOf(resource, ctx)));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of served) {
    if (!route.url.startsWith('/api/') || route.method === 'OPTIONS' || route.docs === false) continue;
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, homes.get(route.url), ctx),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version: 'v3.10.9' },
    tags: [...new Set(all.map((resource) => resource.definition.app))].map((name) => ({
      name,
      description: all
        .filter((resource) => resource.definition.app === name)
        .map((resource) => resourceTitle(resource, ctx, 'many'))
        .join(', '),
    })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'jms_sessionid' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'HTTP Signature, hmac-sha256 over (request-target), date, digest and x-gatehouse-nonce, or over (request-target) and date',
        },
      },
    },
  };
};
