import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../api.ts';
import { type Api, idOf, operationsOf, sampleOf, secretText, startConformance, urlOf } from './samples.ts';
import { isWrittenElsewhere } from './special.ts';

let api: Api;
beforeAll(async () => {
  api = await startConformance();
});
afterAll(() => api.stop());

type Made = { url: string; etag: string; row: Record<string, unknown> };

const admin = (more: Caller = {}) => api.as({ superuser: true, ...more });
const tagOf = async (url: string, more?: Caller) => String((await admin(more).get(url)).headers.etag);
const made = async (definition: ResourceDefinition): Promise<Made> => {
  const collection = urlOf(definition);
  const answer = await admin().post(collection, await sampleOf(definition, api, DEFAULT_ORG_ID));
  expect(answer.status, answer.text).toBe(201);
  const row = answer.json as Record<string, unknown>;
  const url = `${collection}${String(row.id)}/`;
  return { url, row, etag: await tagOf(url) };
};
const refused = async (url: string, etag: string, body: object) => {
  const before = (await admin().get(url)).text;
  for (const method of ['put', 'patch', 'delete'] as const) {
    const answer = await admin()[method](url, body, { 'if-match': etag });
    expect(answer.status, `${method}: ${answer.text}`).toBe(409);
    expect(answer.json).toMatchObject({ code: 'changed_meanwhile', detail: expect.any(String) });
  }
  expect((await admin().get(url)).text).toBe(before);
};

const verbs = ['retrieve', 'create', 'update', 'destroy'] as const;
const editable = everyDefinition.filter(
  (definition) =>
    !isWrittenElsewhere(definition) && verbs.every((verb) => operationsOf(definition).includes(verb)),
);

/** Resources whose rows are created through a variant. */
const creatableAs: Readonly<Record<string, string>> = { 'assets.asset': 'assets.host' };

/** A change of one editable field: a text such as the name, or a switch. */
const changeOf = async ({ url, row }: Made): Promise<Record<string, unknown>> => {
  const { PUT = {} } = ((await admin().options(url)).json as { actions: { PUT?: Record<string, FieldMeta> } })
    .actions;
  const open = Object.entries(PUT).filter(([name, meta]) => name !== 'id' && !meta.read_only);
  const text = open.find(
    ([name, { kind }]) => kind === 'text' && ['name', 'comment', 'value'].includes(name),
  );
  if (text) return { [text[0]]: `changed ${randomUUID().slice(0, 8)}` };
  const flag = open.find(([, { kind, write_only }]) => kind === 'boolean' && !write_only);
  return flag ? { [flag[0]]: !row[flag[0]] } : {};
};

describe.each(editable.map((definition) => [`${definition.app}.${definition.name}`, definition] as const))(
  'two users change one %s',
  (_key, definition) => {
    test('a version read before the other save is refused and nothing is written', async () => {
      const sample = await made(definition);
      const change = await changeOf(sample);
      const first = await admin().patch(sample.url, change, { 'if-match': sample.etag });
      expect(first.status, first.text).toBe(200);
      expect(first.headers.etag).not.toBe(sample.etag);
      await refused(sample.url, sample.etag, change);
      expect(await tagOf(sample.url)).toBe(first.headers.etag);
      const second = await admin().patch(sample.url, change, { 'if-match': String(first.headers.etag) });
      expect(second.status, second.text).toBe(200);
      expect(second.headers.etag).toBe(first.headers.etag);
    });
    test('the ETag covers relations, but not the language; without If-Match nothing is refused', async () => {
      const sample = await made(definition);
      expect(await tagOf(sample.url, { language: 'ja' })).toBe(sample.etag);
      expect((await admin().get(`${sample.url}?fields=id`)).headers.etag).toBe(sample.etag);
      for (const [name, field] of Object.entries(definition.fields)) {
        if (field.kind !== 'refs' || field.readOnly || field.virtual) continue;
        const before = await tagOf(sample.url);
        const related = await idOf(creatableAs[field.to] ?? field.to, api, DEFAULT_ORG_ID);
        const changed = await admin().patch(sample.url, { [name]: [related] });
        expect(changed.status, `${name}: ${changed.text}`).toBe(200);
        expect(await tagOf(sample.url), name).not.toBe(before);
        await refused(sample.url, before, { [name]: [] });
      }
      expect((await admin().patch(sample.url, {}, { 'if-match': '*' })).status).toBe(200);
      const weak = `"other", W/${await tagOf(sample.url)}`;
      expect((await admin().delete(sample.url, undefined, { 'if-match': weak })).status).toBe(204);
      expect((await admin().patch(sample.url, {}, { 'if-match': '*' })).status).toBe(404);
    });
    test('the ETag reveals nothing about secrets', async () => {
      const secrets = Object.entries(definition.fields).filter(
        ([, field]) => field.kind === 'secret' && !field.readOnly && !field.hidden && !field.createOnly,
      );
      for (const [name] of secrets) {
        const sample = await made(definition);
        const changed = await admin().patch(sample.url, { [name]: `${secretText}-Anew1!` });
        expect(changed.status, changed.text).toBe(200);
        expect(await tagOf(sample.url), name).toBe(sample.etag);
      }
    });
  },
);
