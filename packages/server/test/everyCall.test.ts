import { randomUUID } from 'node:crypto';
import { shapeOfAction } from '@gatehouse/contract/actions/all.ts';
import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { CallAddress, CallShape } from '@gatehouse/contract/call/defineCall.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import { errorCodes } from '@gatehouse/contract/errors.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from './api.ts';
import { callSamples } from './callSamples.ts';
import { estateOf } from './estate.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let userId: string;
beforeAll(async () => {
  api = await startApi();
  userId = await estateOf(api.pool).user('caller');
});
afterAll(() => api.stop());

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

const send = async (address: CallAddress, { params, query, body }: Sample) => {
  const { method, path } = callParts(address, params);
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const payload = body instanceof URLSearchParams || body instanceof FormData ? undefined : body;
  const admin = api.as({ superuser: true, id: userId });
  return admin[method.toLowerCase() as 'post'](search ? `${path}?${search}` : path, payload);
};

test('each call answers as it declares', async () => {
  const samples: { readonly [address: string]: unknown } = callSamples;
  const wrong: string[] = [];
  let usual = 0;
  for (const call of everyCall)
    for (const address of call.addresses) {
      // The answers are held against their declarations by the server of the tests (`judgeAnswer`).
      const { status } = await send(address, (samples[address] ?? {}) as Sample);
      if (!declaredOf(call).includes(status)) wrong.push(`${address} ${status}`);
      if (status === (call.status ?? 200)) usual += 1;
    }
  expect(wrong).toEqual([]);
  expect(usual).toBeGreaterThan(60);
});

test('each action answers as it declares', async () => {
  const wrong: string[] = [];
  const undeclared: string[] = [];
  for (const definition of everyDefinition)
    for (const [name, action] of Object.entries(definition.actions ?? {})) {
      // Variants serve actions of their base, which have their turn there.
      if ('variantOf' in definition && !shapeOfAction(definition, name)) continue;
      const shape = shapeOfAction(definition, name);
      if (!shape) {
        undeclared.push(`${definition.app}.${definition.name}/${name}`);
        continue;
      }
      const row = action.on === 'row' ? `${randomUUID()}/` : '';
      const path = `/api/v1/${definition.app}/${definition.path}/${row}${action.path}/`;
      const address = `${action.method} ${path}` as CallAddress;
      const { status } = await send(address, {
        params: { user: randomUUID(), group: randomUUID() },
        ...(shape.body && !('media' in shape.body) && { body: {} }),
      });
      if (![...declaredOf(shape), 404].includes(status)) wrong.push(`${address} ${status}`);
    }
  expect(undeclared).toEqual([]);
  expect(wrong).toEqual([]);
});
