import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault as createVaultOver, isSameSealed, type MasterKey } from './vault.ts';

const createVault = (keys: MasterKey[]) => createVaultOver({ keys: () => keys, reread: () => undefined });
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
  expect(() => createVault([]).seal('x')).toThrow('a vault needs a master key');
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

test('a mark depends on the text, the purpose and the key; every key makes one, the newest the first', () => {
  const [old, next] = [key('old'), key('next')];
  const vault = createVault([next, old]);
  const [mark, former] = vault.marks('visitor', 'a');
  expect(mark).toMatch(/^[\w-]{43}$/);
  expect(createVault([next]).marks('visitor', 'a')).toEqual([mark]);
  expect(createVault([old]).marks('visitor', 'a')).toEqual([former]);
  const others = [vault.marks('visitor', 'b')[0], vault.marks('csrf', 'a')[0], former];
  expect(new Set([mark, ...others]).size).toBe(4);
});

test('a vault looks for new keys when it meets a value of an unknown one, and seals with the newest at any time', () => {
  const [old, next] = [key('old'), key('next')];
  let [known, found] = [[old], [next, old]];
  const vault = createVaultOver({
    keys: () => known,
    reread: () => {
      known = found;
    },
  });
  const sealed = createVault([next]).seal('early');
  expect(vault.seal('x')).toMatch(/^g1\.old\./);
  expect(vault.open(sealed)).toBe('early');
  expect(vault.seal('x')).toMatch(/^g1\.next\./);
  known = found = [next];
  expect(() => vault.open(createVault([old]).seal('late'))).toThrow('does not belong to this vault');
});

test('a value is the same under another master key, and differs from one that was sealed anew', () => {
  const [old, next] = [key('old'), key('next')];
  const both = createVault([next, old]);
  const sealed = createVault([old]).seal('x');
  expect(isSameSealed(sealed, both.rewrap(sealed))).toBe(true);
  expect(isSameSealed(sealed, both.seal('x'))).toBe(false);
  expect([isSameSealed(null, ''), isSameSealed(sealed, null), isSameSealed(undefined, sealed)]).toEqual([
    true,
    false,
    false,
  ]);
});
