import { automationMethods, isOffered } from '@gatehouse/contract/assets/automationMethods.ts';
import { operationSchema } from '@gatehouse/contract/wire/machineWork.ts';
import { expect, test } from 'vitest';
import { methodOf } from './methods.ts';

const kinds = operationSchema.shape.kind.options;

test('a runner carries out exactly the methods that platforms offer, each under its own kind only', () => {
  const offered = automationMethods.filter(({ kind }) => kinds.includes(kind as never));
  for (const one of offered) {
    const { id, kind } = one;
    const operation = { kind: kind as (typeof kinds)[number], method: id, params: {} };
    expect([id, methodOf(operation)?.kind]).toEqual([id, isOffered(one) ? kind : undefined]);
    const other = kinds.find((name) => name !== kind) ?? 'ping';
    expect(methodOf({ ...operation, kind: other })).toBeUndefined();
  }
});

test('a method that is none is not carried out', () => {
  for (const method of ['', 'toString', '__proto__', 'constructor', 'change_secret_posix'])
    expect(methodOf({ kind: 'ping', method, params: {} })).toBeUndefined();
});
