import { expect, test } from 'vitest';
import { createRegistry } from '../src/flows/registry.ts';

test('sessions that are still logging in count towards the limit of a gateway', () => {
  const registry = createRegistry(2);
  const settled = registry.addOpening('one', () => undefined);
  expect(registry.isFull()).toBe(false);
  registry.addOpening('two', () => undefined);
  expect(registry.isFull()).toBe(true);
  settled();
  expect(registry.isFull()).toBe(false);
});
