import { expect } from 'vitest';
import type { Faults } from './faults.ts';

const noted = new Set<string>();

/** Notes what an exchange had that the contract does not allow. */
export const noteBreaches = (breaches: Faults): void => {
  for (const breach of breaches) noted.add(breach);
};

/** The breaches noted since the last look. */
export const takeBreaches = (): string[] => {
  const breaches = [...noted];
  noted.clear();
  return breaches;
};

/** Fails the test whose exchanges had something that the contract does not allow. */
export const expectNoBreaches = (): void => {
  expect(takeBreaches(), 'exchanges with the in-memory server that the contract does not allow').toEqual([]);
};
