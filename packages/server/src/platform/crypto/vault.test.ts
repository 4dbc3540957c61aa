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

test('a vault needs a key and refuses values that it did not seal', () => {
  expect(() => createVault([])).toThrow('a vault needs a master key');
  const vault = createVault([key('a')]);
  const [version, id, wrapped, cipher] = vault.seal('x').split('.');
  for (const sealed of [
    '',
    'plain',
    `g2.${id}.${wrapped}.${cipher}`,
    `g1.b.${wrapped}.${cipher}`,
    `g1.a.${wrapped}`,
  ])
    expect(() => vault.open(sealed)).toThrow('sealed value does not belong to this vault');
  expect([version, id]).toEqual(['g1', 'a']);
});

test('a mark depends on the text, the purpose and the newest key', () => {
  const [old, next] = [key('old'), key('next')];
  const vault = createVault([next, old]);
  const mark = vault.mark('tickets', 'a');
  expect(mark).toMatch(/^[\w-]{43}$/);
  expect(createVault([next]).mark('tickets', 'a')).toBe(mark);
  const others = [
    vault.mark('tickets', 'b'),
    vault.mark('cookies', 'a'),
    createVault([old]).mark('tickets', 'a'),
  ];
  expect(new Set([mark, ...others]).size).toBe(4);
});
