import { expect, test } from 'vitest';
import { derivedKey, masterKeysOf } from './masterKeys.ts';
import { createVault } from './vault.ts';

test('each purpose has its own key derived from the secret, the same on every start', () => {
  expect(derivedKey('secret', 'vault').toString('hex')).toBe(
    '38dc8fc0cb9ca797227903259ffe12489e50d8ab0b91a1f8802a332ddbdcc362',
  );
  expect(derivedKey('secret', 'cookies')).not.toEqual(derivedKey('secret', 'vault'));
  expect(masterKeysOf('secret', '')).toEqual([{ id: '65c780a08afd', key: derivedKey('secret', 'vault') }]);
});

test('earlier secrets come after the current one and still open what they sealed', () => {
  const keys = masterKeysOf('new', ' old , older,');
  expect(keys.map(({ id }) => id)).toEqual(
    ['new', 'old', 'older'].flatMap((secret) => masterKeysOf(secret, '').map(({ id }) => id)),
  );
  const sealed = createVault(masterKeysOf('older', '')).seal('kept');
  expect(createVault(keys).open(sealed)).toBe('kept');
});
