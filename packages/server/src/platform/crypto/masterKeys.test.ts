import { expect, test } from 'vitest';
import { derivedKey, masterKeyOf } from './masterKeys.ts';

test('each purpose has its own key derived from the secret, the same on every start', () => {
  expect(derivedKey('secret', 'vault').toString('hex')).toBe(
    '38dc8fc0cb9ca797227903259ffe12489e50d8ab0b91a1f8802a332ddbdcc362',
  );
  expect(derivedKey('secret', 'cookies')).not.toEqual(derivedKey('secret', 'vault'));
  expect(masterKeyOf('secret')).toEqual({ id: '65c780a08afd', key: derivedKey('secret', 'vault') });
});
