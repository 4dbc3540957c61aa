import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });

test('a secret survives a round trip and never looks the same twice', () => {
  const vault = createVault([key('a')]);
  const [sealed, sealedAgain] = [vault.seal('pässwörd ✓'), vault.seal('pässwörd ✓')];
  expect(sealed).not.toBe(sealedAgain);
  expect(vault.open(sealed)).toBe('pässwörd ✓');
  expect(sealed).not.toContain('pässwörd');
});

test('an altered secret is refused', () => {
  const vault = createVault([key('a')]);
  const sealed = vault.seal('x');
  expect(() => vault.open(`${sealed.slice(0, -4)}AAAA`)).toThrow();
  expect(() => createVault([key('a')]).open(sealed)).toThrow();
});

test('a new master key opens what the old one sealed, and rewrapping removes the dependency on the old one', () => {
  const [old, next] = [key('old'), key('next')];
  const sealed = createVault([old]).seal('kept');
  const both = createVault([next, old]);
  expect(both.open(sealed)).toBe('kept');
  expect(createVault([next]).open(both.rewrap(sealed))).toBe('kept');
});
