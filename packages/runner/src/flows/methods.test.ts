import {
  automationMethods,
  changingMethods,
  pushingMethods,
} from '@gatehouse/contract/assets/automationMethods.ts';
import { operationSchema } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { methodOf } from './methods.ts';

const kinds = operationSchema.shape.kind.options;
const offeredHere: readonly string[] = [...changingMethods, ...pushingMethods];
/** Runners do not speak remote desktop protocols; they change secrets and push accounts by some of the methods only. */
const isOffered = (id: string): boolean =>
  !id.includes('rdp') && (!/^(change_secret|push_account)/.test(id) || offeredHere.includes(id));

test('a runner carries out every method of the catalogue for what it does, under its own kind only', () => {
  const offered = automationMethods.filter(({ kind }) => kinds.includes(kind as never));
  for (const { id, kind } of offered) {
    const operation = { kind: kind as (typeof kinds)[number], method: id, params: {} };
    expect([id, methodOf(operation)?.kind]).toEqual([id, isOffered(id) ? kind : undefined]);
    const other = kinds.find((one) => one !== kind) ?? 'ping';
    expect(methodOf({ ...operation, kind: other })).toBeUndefined();
  }
});

test('a method that is none is not carried out', () => {
  for (const method of ['', 'toString', '__proto__', 'constructor', 'change_secret_posix'])
    expect(methodOf({ kind: 'ping', method, params: {} })).toBeUndefined();
});
