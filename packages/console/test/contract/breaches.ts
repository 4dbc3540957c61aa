import type { CallShape } from '@gatehouse/contract/call/defineCall.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { alternativesTo, fieldsOf } from './definitions.ts';
import { eachFault, type Faults, isMissing, isValues, partOf, wrong } from './faults.ts';
import { bodyFaults, type InputMode } from './inputFaults.ts';
import { isOurs, type Place, placeAt } from './places.ts';
import { listFaults, rowFaults } from './rowFaults.ts';
import { answerFaults, requestFaults, type Schema } from './schemaFaults.ts';

/** An answer of the in-memory server: its status and its body. */
type Given = { status: number; body: unknown };

/** A request as the in-memory server received it. */
type Sent = { method: string; path: string; query: Record<string, string>; body: unknown };

type Judged = { request: Sent; given: Given };

type At<Kind> = Extract<Place, { kind: Kind }>;

const isSchema = (part: object): part is Schema => 'safeParse' in part;
const isFile = (body: unknown): boolean =>
  body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams;

const statusFaults = (expected: number, { status }: Given): Faults =>
  status === expected ? [] : wrong('the status', `${expected}`, status);

const sentToCall = ({ body, query }: CallShape, request: Judged['request']): Faults => {
  const asked = query ? requestFaults(query, request.query) : [];
  if (isFile(request.body)) return asked;
  if (!body) {
    const isEmpty = request.body === undefined || JSON.stringify(request.body) === '{}';
    return isEmpty ? asked : [...asked, ...wrong('', 'no body', request.body)];
  }
  if (isSchema(body)) return [...asked, ...requestFaults(body, request.body)];
  return 'fields' in body ? [...asked, ...bodyFaults(body.fields, request.body, body.mode)] : asked;
};

const callFaults = ({ shape, isPartial }: At<'call'>, { given }: Judged): Faults => {
  const usual = shape.status ?? 200;
  const schema = given.status === usual ? shape.answer : shape.otherwise?.[given.status];
  if (given.status >= 400 && !schema) return [];
  if (given.status !== usual && !schema) return statusFaults(usual, given);
  if (!schema) return given.body === undefined ? [] : wrong('', 'no body', given.body);
  if (!isSchema(schema)) return [];
  const faults = answerFaults(schema, given.body);
  return isPartial ? faults.filter((fault) => !isMissing(fault)) : faults;
};

const modes: { readonly [method: string]: InputMode } = { POST: 'create', PUT: 'replace', PATCH: 'patch' };

const usualStatus = (method: string): number => ({ POST: 201, DELETE: 204 })[method] ?? 200;

const oneOrMany = (value: unknown, check: (item: unknown, at: string) => Faults): Faults =>
  Array.isArray(value) ? eachFault(value, '', 'rows', check) : check(value, '');

/** The server keeps unknown fields of a body out of the row without a word; to send them is a mistake. */
const foreignInBody = (definition: ResourceDefinition, body: unknown, at: string): Faults => {
  const fields = fieldsOf(definition);
  // One of several rows is named by either.
  const rowId = at === '' ? ['id'] : ['id', 'pk'];
  const known = [...rowId, 'org_id', ...Object.keys(fields)];
  return isValues(body)
    ? Object.keys(body)
        .filter((name) => !known.includes(name))
        .flatMap((name) => wrong(partOf(at, name), 'a field of the resource', body[name]))
    : [];
};

const writtenFaults = (definition: ResourceDefinition, { method, body }: Judged['request']): Faults => {
  const mode = modes[method];
  if (!mode) return [];
  return oneOrMany(body, (item, at) => [
    ...bodyFaults(fieldsOf(definition), item, mode, at),
    ...foreignInBody(definition, item, at),
  ]);
};

const operations: { readonly [verb: string]: string } = {
  'GET collection': 'list',
  'GET row': 'retrieve',
  'POST collection': 'create',
  'PUT row': 'update',
  'PATCH row': 'update',
  'PUT collection': 'update',
  'PATCH collection': 'update',
  'DELETE row': 'destroy',
  'DELETE collection': 'destroy',
};

const isServed = (kind: string, method: string, definition: ResourceDefinition): boolean => {
  const operation = operations[`${method} ${kind}`];
  const own = definition.operations;
  return operation !== undefined && (own === undefined || own.some((each) => each === operation));
};

const resourceFaults = (
  { kind, definition }: At<'collection' | 'row' | 'suggestions'>,
  { request, given }: Judged,
): Faults => {
  const { method, query } = request;
  const { app, name } = definition;
  if (kind !== 'suggestions' && !isServed(kind, method, definition))
    return [`${app}.${name} has no such operation`];
  if (given.status >= 400 || query.format) return [];
  const status = statusFaults(usualStatus(method), given);
  if (status.length > 0 || method === 'DELETE') return status;
  const list = kind !== 'row' && method === 'GET';
  if (list)
    return listFaults(given.body, query, (row, at) =>
      rowFaults(definition, row, at, { purpose: 'list', query }),
    );
  return oneOrMany(given.body, (row, at) => rowFaults(definition, row, at, { purpose: 'retrieve', query }));
};

const exactParts = (value: unknown, names: readonly string[], at: string): Faults =>
  isValues(value)
    ? [...new Set([...names, ...Object.keys(value)])]
        .filter((name) => !(names.includes(name) && name in value))
        .flatMap((name) =>
          wrong(partOf(at, name), names.includes(name) ? 'a value' : 'no such field', value[name]),
        )
    : wrong(at, `an object with ${names.join(', ')}`, value);

/** A link of a relation: its number, both ends, and their names. */
const relationFaults = ({ definition, field }: At<'relation'>, { request, given }: Judged): Faults => {
  if (given.status >= 400) return [];
  const status = statusFaults(usualStatus(request.method), given);
  if (status.length > 0 || request.method === 'DELETE') return status;
  const spec = fieldsOf(definition)[field];
  const theirs = spec && 'to' in spec ? (spec.to.split('.')[1] ?? '') : '';
  const ends = [definition.name, theirs];
  const names = ['id', ...ends, ...ends.map((end) => `${end}_display`)];
  const check = (row: unknown, at: string) => exactParts(row, names, at);
  return request.method === 'GET'
    ? listFaults(given.body, request.query, check)
    : oneOrMany(given.body, check);
};

/** OPTIONS tells no fields that the resource does not have. */
const optionsFaults = ({ definition }: At<'options'>, { given }: Judged): Faults => {
  if (given.status >= 400 || !definition || alternativesTo(definition).length > 1) return [];
  if (!isValues(given.body)) return wrong('', 'OPTIONS', given.body);
  const { actions, view } = given.body;
  const known = [
    'id',
    'org_id',
    'org_name',
    ...Object.keys({ ...fieldsOf(definition), ...definition.mentions }),
  ];
  const key = `${definition.app}.${definition.name}`;
  return [
    ...(isValues(view) && view.key !== key ? wrong('view.key', key, view.key) : []),
    ...Object.entries(isValues(actions) ? actions : {}).flatMap(([method, fields]) =>
      Object.keys(isValues(fields) ? fields : {})
        .filter((name) => !known.includes(name))
        .flatMap((name) => wrong(`actions.${method}.${name}`, `a field of ${key}`, undefined)),
    ),
  ];
};

const answeredFaults = (place: Place, judged: Judged): Faults => {
  if (place.kind === 'call') return callFaults(place, judged);
  if (place.kind === 'relation') return relationFaults(place, judged);
  if (place.kind === 'options') return optionsFaults(place, judged);
  if (judged.given.status >= 400) return [];
  if (place.kind === 'parse') return exactParts(judged.given.body, ['title', 'data', 'unknown'], '');
  if (place.kind === 'batch') return exactParts(judged.given.body, ['count', 'failed', 'results'], '');
  return resourceFaults(place as At<'collection' | 'row' | 'suggestions'>, judged);
};

const sentFaults = (place: Place, { request, given }: Judged): Faults => {
  if (given.status >= 400) return [];
  if (place.kind === 'call') return sentToCall(place.shape, request);
  return place.kind === 'collection' || place.kind === 'row' ? writtenFaults(place.definition, request) : [];
};

const placesLike = (place: Place): readonly Place[] =>
  'definition' in place && place.definition && place.kind !== 'options'
    ? alternativesTo(place.definition).map((definition) => ({ ...place, definition }) as Place)
    : [place];

const fewestOf = (found: readonly Faults[]): Faults =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? [];

/** Whether the contract lacks an address of the product. */
const undeclared = ({ method, path }: Sent): Faults =>
  isOurs(path) && !placeAt(method, path) ? [`${method} ${path} is not declared`] : [];

/**
 * What an exchange of a test has that the contract does not allow: sentences with route and field. Where the
 * test gives no answer, only the address is looked at.
 */
export const breachesOf = (request: Sent, given: Given | undefined): Faults => {
  const place = placeAt(request.method, request.path);
  if (!place || !given) return undeclared(request);
  const route = `${request.method} ${request.path}`;
  const wire = given.body === undefined ? undefined : JSON.parse(JSON.stringify(given.body));
  const judged = { request, given: { ...given, body: wire } };
  return fewestOf(
    placesLike(place).map((each) => [
      ...sentFaults(each, judged).map((fault) => `${route} was sent what the server refuses. ${fault}`),
      ...answeredFaults(each, judged).map((fault) => `${route} answered what the server does not. ${fault}`),
    ]),
  );
};

/** The status of an answer for which a test names none. */
export const usualStatusAt = (method: string, path: string): number => {
  const place = placeAt(method, path);
  if (place?.kind === 'call') return place.shape.status ?? 200;
  const isResource = place?.kind === 'collection' || place?.kind === 'row' || place?.kind === 'relation';
  return isResource ? usualStatus(method) : 200;
};
