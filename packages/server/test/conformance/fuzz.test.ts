import { randomUUID } from 'node:crypto';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proofSize } from '../../../../scripts/proofSize.ts';
import { startApi } from '../api.ts';
import { operationsOf, urlOf, withNeededQueries } from './samples.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = withNeededQueries(await startApi());
});
afterAll(() => api.stop());

const creatable = everyDefinition
  .filter((definition) => (definition.operations ?? ['create']).includes('create'))
  .map((definition) => [`${definition.app}.${definition.name}`, definition] as const);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\u0000', '‮', "'; drop table users_user; --", '{{7*7}}', '=1+1', '../../etc/passwd'),
  fc.constantFrom(null, true, -1, 1e308, '9'.repeat(400), [], {}, [[]], [null]),
  fc.uuid(),
);

/** Sends bodies to an address; returns the status of each. */
const sender = (url: string) => {
  const { key } = api.as({ superuser: true });
  return async (payload: string | Buffer, type: string) =>
    (
      await api.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type, 'x-test-caller': key },
      })
    ).statusCode;
};

describe.each(creatable)('%s', (_key, definition) => {
  test('answers any body with a client error or success, never a server error', async () => {
    const names = Object.keys(definition.fields);
    const client = api.as({ superuser: true });
    const url = `/api/v1/${definition.app}/${definition.path}/`;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names, 'id', 'org_id', '__proto__', 'constructor'), anything, {
          maxKeys: 12,
        }),
        async (body) => {
          const answer = await client.post(url, body);
          expect(answer.status, `${JSON.stringify(body)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
        },
      ),
      { numRuns: proofSize({ small: 12, whole: 1_000 }) },
    );
  });
  test('refuses broken bodies', async () => {
    const url = `/api/v1/${definition.app}/${definition.path}/`;
    const send = sender(url);
    expect(await send('{"name": ', 'application/json')).toBe(400);
    expect(await send('[]extra', 'application/json')).toBe(400);
    expect(await send('<xml/>', 'application/xml')).toBe(415);
  });
});

// One limit for all of them; large bodies take long.
const some = creatable.filter((_, at) => at % proofSize({ small: 10, whole: 1 }) === 0);
test.each(some)('%s has a limit for the size of a body', async (_key, definition) => {
  const send = sender(`/api/v1/${definition.app}/${definition.path}/`);
  expect(await send(Buffer.alloc(11 * 1024 * 1024, 97), 'application/json')).toBe(413);
  expect(await send(JSON.stringify({ name: 'x'.repeat(9 * 1024 * 1024) }), 'application/json')).toBeLessThan(
    500,
  );
});

const listed = everyDefinition
  .filter((definition) => operationsOf(definition).includes('list'))
  .map((definition) => [`${definition.app}.${definition.name}`, definition] as const);
const general = ['id', 'ids', 'id!', 'spm', 'search', 'order', 'labels', 'oid', 'date_from', 'limit'];
/**
 * Characters that are never typed: alone, after an id, in an escape sequence, and behind a stray percent
 * sign.
 */
const untyped = ['%00', '%01', '%1F', '%7F', '%C2%85', `${randomUUID()}%00`, '%1B[31m', '%%0000'];

/** Names in `Object.prototype`, which a look-up in a plain object would find. */
const builtinWords = Object.getOwnPropertyNames(Object.prototype);

describe.each(listed)('%s', (key, definition) => {
  test('refuses control characters in every filter, and reports where', async () => {
    const { fields, behaviour } = api.services.engine.resource(key);
    const filters = Object.keys(fields).filter((name) => fields[name]?.filter);
    const client = api.as({ superuser: true });
    const names = [...new Set([...general, ...filters, ...Object.keys(behaviour.filters ?? {})])];
    for (const [at, name] of names.entries())
      for (const text of new Set(['%00', untyped[at % untyped.length]])) {
        const { status, json } = await client.get(`${urlOf(definition)}?limit=1&${name}=${text}`);
        const refused = { [name]: ['Remove the control characters.'] };
        expect([name, text, status, json]).toEqual([name, text, 400, refused]);
      }
  });
  test('treats property names of every object as unknown names', async () => {
    const client = api.as({ superuser: true });
    const queries = builtinWords.flatMap((word) => [`order=${word}`, `order=-${word}`, `${word}=1`]);
    for (const query of queries) {
      const { status, text } = await client.get(`${urlOf(definition)}?limit=1&${query}`);
      expect([query, status], text).toEqual([query, 200]);
    }
  });
  test('finds no row by an id with control characters', async () => {
    const client = api.as({ superuser: true });
    const ids = [...untyped.filter((id) => !id.startsWith('%%')), '%0A', `${randomUUID()}%0D%0A`];
    for (const id of ids)
      for (const method of ['get', 'put', 'patch', 'delete'] as const) {
        const body = method.startsWith('p') ? {} : undefined;
        const { status } = await client[method](`${urlOf(definition)}${id}/`, body);
        expect([400, 404, 405], `${method} ${id}: ${status}`).toContain(status);
      }
  });
});
