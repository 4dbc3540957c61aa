import { type ApiClient, eventually } from '../clients/api.ts';
import { metadataOf, type Shape, shapeOf, union } from './shape.ts';

/** A server's answers by call: from `METHOD path variant` to status and masked body. */
export type Recording = Record<string, { status: number; body: unknown }>;

type Operation = { [method: string]: unknown };
type Document = { paths: Record<string, Operation> };
type Fields = Record<string, { type?: string; read_only?: boolean }>;
type Options = { actions?: Record<string, Fields>; view?: { key?: string } };

const page = '?limit=15&offset=0';
const listVariants = [
  '',
  page,
  '?fields_size=mini&limit=15',
  '?fields_size=small&limit=15',
  `${page}&search=e`,
];

/** Values that no field accepts, so that each field states its refusal. */
const nonsense = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => name !== 'id' && !field.read_only)
      .map(([name]) => [name, { not: ['a', 'value'] }]),
  );

/**
 * Maximum number of rows of a list whose details are recorded: fields missing in one may occur in another.
 */
const shownRows = 8;

const jsonOf = (body: unknown, text: string): unknown => body ?? (text ? 'no JSON' : '');

/** Ids of the rows in a list, with or without pagination. */
const idsOf = (body: unknown): string[] => {
  const rows = Array.isArray(body) ? body : ((body as { results?: unknown[] } | undefined)?.results ?? []);
  return rows.flatMap((row) => {
    const id = (row as { id?: unknown } | null)?.id;
    return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
  });
};

/**
 * Addresses left out: signing out would end the recording; metrics and the API's own description are not
 * compared.
 */
const left = /\/(logout|prometheus|swagger|docs|redoc)/;

/**
 * Records the addresses of the API description: their OPTIONS, what GET lists and retrieves, and how invalid
 * input is refused. Nothing is stored or deleted: a body that every field refuses changes nothing.
 */
export const record = async (client: ApiClient, tell: (line: string) => void): Promise<Recording> => {
  const recording: Recording = {};
  const keep = (call: string, status: number, body: unknown) => {
    recording[call] = { status, body };
  };
  await eventually('the first heartbeat of the gateway', async () => {
    const { body } = await client.call<unknown[]>('GET', '/api/v1/terminal/status/');
    return body.length > 0;
  });
  const { body: document } = await client.call<Document>('GET', '/api/swagger.json');
  const paths = Object.keys(document.paths).filter((path) => !left.test(path));
  const ids = new Map<string, string[]>();

  const get = async (path: string, address: string, variant: string) => {
    const { status, body, text } = await client.call<unknown>('GET', `${address}${variant}`);
    const call = `GET ${path} ${variant}`.trim();
    const before = recording[call]?.status === status ? (recording[call].body as Shape) : undefined;
    keep(call, status, union(before, shapeOf(jsonOf(body, text))));
    return body;
  };
  const options = async (path: string, address: string) => {
    const answer = await client.call<Options>('OPTIONS', address);
    keep(`OPTIONS ${path}`, answer.status, metadataOf(answer.body));
    return answer.body;
  };
  const refuse = async (method: string, path: string, address: string, fields: Fields) => {
    for (const [variant, body] of [
      ['nonsense', nonsense(fields)],
      ['list', [nonsense(fields)]],
      ['no object', 'text'],
    ] as const) {
      if (method !== 'POST' && variant === 'list') continue;
      const { status, body: refusal } = await client.call<unknown>(method, address, body);
      if (status < 400) tell(`${method} ${path} took ${variant}`);
      keep(`${method} ${path} ${variant}`, status, status < 400 ? shapeOf(refusal) : refusal);
    }
  };

  for (const path of paths.filter((path) => !path.includes('{'))) {
    const described = await options(path, path);
    const isList = Boolean(described?.view?.key) && 'get' in (document.paths[path] ?? {});
    if (!('get' in (document.paths[path] ?? {}))) continue;
    for (const variant of isList ? listVariants : ['']) {
      const found = idsOf(await get(path, path, variant));
      if (found.length && !ids.has(path)) ids.set(path, found.slice(0, shownRows));
    }
    const fields = described?.actions?.POST;
    if (isList && fields && Object.keys(nonsense(fields)).length) await refuse('POST', path, path, fields);
  }
  for (const path of paths.filter((path) => /^[^{]*\{id\}[^{]*$/.test(path))) {
    const [collection = ''] = path.split('{');
    const [first, ...others] = ids.get(collection) ?? [];
    if (!first) continue;
    const address = path.replace('{id}', first);
    const described = await options(path, address);
    if ('get' in (document.paths[path] ?? {}) && !/mfa\/reset/.test(path))
      for (const id of [first, ...others]) await get(path, path.replace('{id}', id), '');
    const fields = described?.actions?.PATCH;
    if (!path.endsWith('{id}/') || !fields || !Object.keys(nonsense(fields)).length) continue;
    for (const method of ['PUT', 'PATCH']) await refuse(method, path, address, fields);
  }
  return recording;
};
