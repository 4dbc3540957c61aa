import { shapeOfAction } from '@gatehouse/contract/actions/all.ts';
import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { CallAddress, CallShape } from '@gatehouse/contract/call/defineCall.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import { errorCodes } from '@gatehouse/contract/errors.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionSamples } from './actionSamples.ts';
import { type Scene, startScene } from './actionScene.ts';
import { callSamples } from './callSamples.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

type Sample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** Statuses of refusals that any call may answer with. */
const refusals = [400, 401, 403];

const declaredOf = ({ status = 200, answer, otherwise = {}, errors = [] }: CallShape): number[] => {
  const isMedia = answer && 'media' in answer;
  return [
    status,
    ...(isMedia && answer.redirects ? [302, 303] : []),
    ...(isMedia && answer.socket ? [426] : []),
    ...Object.keys(otherwise).map(Number),
    ...errors.map((code) => errorCodes[code]),
    ...refusals,
  ];
};

type Caller = Pick<Scene['admin'], 'get' | 'post'>;

/** A form as a browser sends it. */
const uploaded = async (form: FormData) => {
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await sent.arrayBuffer()), headers: { 'content-type': type } };
};

const send = async (address: CallAddress, { params, query, body }: Sample, caller: Caller) => {
  const { method, path } = callParts(address, params);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const url = search ? `${path}?${search}` : path;
  const make = caller[method.toLowerCase() as 'post'];
  if (body instanceof FormData) {
    const { payload, headers } = await uploaded(body);
    return make(url, payload, headers);
  }
  return make(url, body instanceof URLSearchParams ? undefined : body);
};

test('each call answers as it declares', async () => {
  const samples: { readonly [address: string]: unknown } = callSamples;
  const wrong: string[] = [];
  let usual = 0;
  for (const call of everyCall)
    for (const address of call.addresses) {
      // The test server compares the answers with their declarations (`judgeAnswer`).
      const { status } = await send(address, (samples[address] ?? {}) as Sample, scene.admin);
      if (!declaredOf(call).includes(status)) wrong.push(`${address} ${status}`);
      if (status === (call.status ?? 200)) usual += 1;
    }
  expect(wrong).toEqual([]);
  expect(usual).toBeGreaterThan(60);
});

/** Actions with the addresses their definitions give them, without those a variant shares with its base. */
const declaredActions = everyDefinition.flatMap((definition) =>
  Object.entries(definition.actions ?? {}).flatMap(([name, action]) => {
    const shape = shapeOfAction(definition, name);
    if (!shape && 'variantOf' in definition) return [];
    const path = `${collectionOf(definition)}${action.on === 'row' ? ':id/' : ''}${action.path}/`;
    const methods = action.also ? [action.method, action.also] : [action.method];
    return methods.map((method) => ({ address: `${method} ${path}` as CallAddress, action, shape }));
  }),
);

/** Who calls an action: some belong to components or owners only. */
const callerOf = (address: CallAddress, permission: string): Caller => {
  if (permission === 'serviceAccount' || componentsOnly.has(address)) return scene.component;
  return /\/authentication\/(?!super-)/.test(address) ? scene.owner : scene.admin;
};

const componentsOnly = new Set<CallAddress>([
  'POST /api/v1/terminal/sessions/:id/replay/',
  'POST /api/v1/terminal/sessions/join/validate/',
  'GET /api/v1/terminal/terminals/config/',
]);

const isUpload = (shape: CallShape | undefined): boolean =>
  shape?.body !== undefined && 'media' in shape.body;

test('each action is declared and has a typed sample where it needs one', () => {
  expect(declaredActions.filter(({ shape }) => !shape).map(({ address }) => address)).toEqual([]);
  const known = new Set<string>(declaredActions.map(({ address }) => address));
  expect(Object.keys(actionSamples).filter((address) => !known.has(address))).toEqual([]);
});

test('each action succeeds on a row that exists, and answers as it declares', async () => {
  const samples: { readonly [address: string]: unknown } = actionSamples;
  const wrong: string[] = [];
  // Uploads come first, because a recording can be played only once it is stored.
  const uploadsFirst = declaredActions.toSorted(
    (a, b) => Number(isUpload(b.shape)) - Number(isUpload(a.shape)),
  );
  for (const { address, action, shape } of uploadsFirst) {
    const prepare = samples[address] as ((scene: Scene) => Sample | Promise<Sample>) | undefined;
    const sample = (await prepare?.(scene)) ?? {};
    const { status, text } = await send(address, sample, callerOf(address, action.permission));
    if (status !== (shape?.status ?? 200)) wrong.push(`${address} ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});
