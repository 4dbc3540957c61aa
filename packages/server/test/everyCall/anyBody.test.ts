import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { CallAddress } from '@gatehouse/contract/call/defineCall.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { actionSamples } from './actionSamples.ts';
import { type Scene, startScene } from './actionScene.ts';
import { callSamples } from './callSamples.ts';

let scene: Scene;
beforeAll(async () => {
  // Samples register components, more than an address may in a minute.
  scene = await startScene({ GATEHOUSE_LIMIT_REGISTRATION: '0' });
});
afterAll(() => scene.stop());

type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Addresses of every call and action that may have a body. */
const addresses = [
  ...everyCall.flatMap((call) => call.addresses as readonly CallAddress[]),
  ...everyDefinition.flatMap((definition) =>
    Object.values(definition.actions ?? {}).flatMap(({ on, path, method, also }) =>
      [method, also].flatMap((each) =>
        each
          ? (`${each} ${collectionOf(definition)}${on === 'row' ? ':id/' : ''}${path}/` as CallAddress)
          : [],
      ),
    ),
  ),
].filter((address) => !address.startsWith('GET ') && !address.includes(' /koko'));

const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;
/** JSON texts that no form sends. */
const odd = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom('null', 'true', '0', '-1', '1e400', '-0', `${'9'.repeat(400)}`, '1.7976931348623157e308'),
  fc.constantFrom('""', '"x"', '"\\u0000"', '"\\ud800"', `"${'x'.repeat(5_000)}"`, '"__proto__"'),
  fc.constantFrom('[]', '[[]]', '[null]', '[{}]', '[1, "x", null, [], {}]', '{}', '{"": {}}'),
  fc.constantFrom(
    '{"__proto__": {"id": 1}}',
    '{"constructor": {"prototype": {}}}',
    '{"toString": 1, "id": {}}',
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 150 }), fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"id":', '}]']))
    .map(([levels, [open = '', close = '']]) => nested(levels, open, close)),
);
const isPlain = (body: unknown): body is Record<string, unknown> =>
  Object.prototype.toString.call(body) === '[object Object]';

/** Bodies that are odd as a whole, or in one field of the sample. */
const bodiesOf = (sample: unknown): fc.Arbitrary<string> => {
  const names = isPlain(sample) ? Object.keys(sample) : [];
  if (names.length === 0) return odd;
  const spoiled = fc.tuple(fc.constantFrom(...names), odd).map(([name, text]) => {
    const rest = Object.entries(sample as object).filter(([key]) => key !== name);
    const kept = rest.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value) ?? 'null'},`);
    return `{${kept.join('')} ${JSON.stringify(name)}: ${text}}`;
  });
  return fc.oneof(odd, spoiled);
};

const samples: { readonly [address: string]: unknown } = { ...callSamples, ...actionSamples };
const runs = proofRuns({ small: 6, whole: 500 });

test.each(addresses)('%s answers any JSON with a refusal or success, never a failure', async (address) => {
  const found = samples[address];
  const { params, query, body } = ((typeof found === 'function' ? await found(scene) : found) ??
    {}) as Sample;
  const { method, path } = callParts(address, params);
  const url = query ? `${path}?${new URLSearchParams(query)}` : path;
  const verb = method.toLowerCase() as 'post';
  await fc.assert(
    fc.asyncProperty(bodiesOf(body), fc.constantFrom('admin', 'owner', 'component'), async (text, who) => {
      const answer = await scene[who][verb](url, Buffer.from(text), { 'content-type': 'application/json' });
      expect(answer.status, `${who} ${text.slice(0, 300)} → ${answer.text.slice(0, 300)}`).toBeLessThan(500);
    }),
    runs,
  );
});

test('bodies that once caused failures cause none', async () => {
  const json = { 'content-type': 'application/json' };
  const token = await scene.owner.post('/api/v1/authentication/connection-token/', Buffer.from('[]'), json);
  expect(token.status, token.text).toBe(400);
  const kill = (levels: number) =>
    scene.admin.post('/api/v1/terminal/tasks/kill-session/', Buffer.from(nested(levels, '[', ']')), json);
  // Nothing in the list is the id of a session.
  for (const levels of [1, 2, 100])
    expect(await kill(levels)).toMatchObject({ status: 200, json: { ok: [] } });
  for (const levels of [101, 5_000, 1_000_000])
    expect(await kill(levels)).toMatchObject({ status: 400, json: { code: 'parse_error' } });
});
