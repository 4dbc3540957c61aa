import { expect, test } from 'vitest';
import { keyOf } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import { undoablePlaces } from './undo.ts';

test('the addresses that can be undone are those of the definitions', () => {
  const allowed = new Set(everyDefinition.filter((one) => 'undo' in one && one.undo).map(keyOf));
  const places = everyDefinition
    .filter((one) => allowed.has(keyOf(one)) || ('variantOf' in one && allowed.has(one.variantOf as never)))
    .filter((one) => !('operations' in one) || one.operations?.includes('destroy' as never) !== false)
    .map(({ app, path }) => `${app}/${path}`);
  expect([...undoablePlaces]).toEqual(places.toSorted());
});
