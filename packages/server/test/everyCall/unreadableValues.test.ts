import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { CallAddress } from '@gatehouse/contract/call/defineCall.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf, sampleOf } from '../conformance/samples.ts';
import { isWrittenElsewhere } from '../conformance/special.ts';
import { actionSamples } from './actionSamples.ts';
import { type Scene, startScene } from './actionScene.ts';
import { callSamples } from './callSamples.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

type Method = 'post' | 'put' | 'patch';
type Caller = Scene['admin'] | Scene['component'];
type Sample = { params?: Record<string, string>; body?: unknown };

const bare = { toString: 1, valueOf: 1 };
/** A value on which `String()` and `Number()` throw, as on its `id`, `value` and `name`. */
const unreadable = { ...bare, id: bare, value: bare, name: bare };

const isPlain = (body: unknown): body is Record<string, unknown> =>
  Object.prototype.toString.call(body) === '[object Object]';

/** Bodies in which the value replaces that of each key in turn, alone and in a list. */
const spoiled = (body: Record<string, unknown>): [string, object][] =>
  Object.keys(body).flatMap((key) => [
    [key, { ...body, [key]: unreadable }],
    [key, { ...body, [key]: [unreadable] }],
  ]);

const failures = async (method: Method, path: string, bodies: [string, unknown][], caller: Caller) => {
  const failed: string[] = [];
  for (const [name, body] of bodies) {
    const { status } = await caller[method](path, body);
    if (status >= 500) failed.push(`${method} ${path} ${name}`);
  }
  return failed;
};

test('a value that cannot be written as text causes no server error in any call or action', async () => {
  const failed: string[] = [];
  for (const [address, sample] of Object.entries({ ...actionSamples, ...callSamples })) {
    const { body, params } = (typeof sample === 'function' ? await sample(scene) : (sample ?? {})) as Sample;
    if (!isPlain(body)) continue;
    const { method, path } = callParts(address as CallAddress, params);
    const verb = method.toLowerCase() as Method;
    const isForComponents = (await scene.admin[verb](path, { ...body, unknown: 1 })).status === 403;
    failed.push(
      ...(await failures(verb, path, spoiled(body), isForComponents ? scene.component : scene.admin)),
    );
  }
  expect(failed).toEqual([]);
});

/** Values that are no row, and bodies made of them. */
const entries = [null, 1, 'x', [], [null], unreadable, { id: unreadable }, { pk: [unreadable] }, {}];
const odd = [...entries, entries, ...entries.map((entry) => [entry])].map((body): [string, unknown] => [
  `a body ${JSON.stringify(body)}`,
  body,
]);

test('a value that cannot be written as text causes no server error in any field of a resource', async () => {
  const failed: string[] = [];
  for (const definition of everyDefinition) {
    const { fields } = definition;
    const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly && !fields[name]?.hidden);
    const isMadeHere = operationsOf(definition).includes('create') && !isWrittenElsewhere(definition);
    const sample = isMadeHere ? await sampleOf(definition, scene.api, DEFAULT_ORG_ID) : {};
    const bodies = spoiled({
      id: undefined,
      ...Object.fromEntries(written.map((name) => [name, 'x'])),
      ...sample,
    });
    const collection = collectionOf(definition);
    failed.push(...(await failures('post', collection, [...bodies, ...odd], scene.admin)));
    for (const method of ['put', 'patch'] as const)
      failed.push(...(await failures(method, collection, odd, scene.admin)));
    for (const action of ['create', 'update', unreadable])
      failed.push(
        ...(await failures(
          'post',
          `${collection}batch-import/`,
          [['rows', { action, rows: entries }]],
          scene.admin,
        )),
      );
  }
  expect(failed).toEqual([]);
});

test('JSON nested two hundred levels deep or more is refused', async () => {
  const deep = (levels: number) => Buffer.from(`{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  const send = (levels: number) =>
    scene.admin.post('/api/v1/assets/domains/', deep(levels), { 'content-type': 'application/json' });
  expect((await send(50)).json).toHaveProperty('name');
  for (const levels of [200, 10_000, 1_000_000])
    expect((await send(levels)).json, `${levels} levels`).toMatchObject({ code: 'parse_error' });
  const deepest = `{"type":"attrs","attrs":[{"name":"name","value":${'['.repeat(4_400)}${']'.repeat(4_400)}}]}`;
  const rules = Buffer.from(deepest).toString('base64');
  const found = await scene.admin.get(`/api/v1/users/users/?attr_rules=${encodeURIComponent(rules)}`);
  expect([found.status, Object.keys(found.json)]).toEqual([400, ['attr_rules']]);
});
