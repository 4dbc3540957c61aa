import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import type { ConsoleKinds, FieldUi } from './FieldUi.ts';
import { fieldUis } from './registry.ts';

// The compiler finds the planted mistake: a missing expected error fails the type check.
test('a kind of field without its console half does not compile', () => {
  const { phone, ...others }: Record<keyof ConsoleKinds, FieldUi> = fieldUis;
  const whole: Record<FieldKind, FieldUi> = { ...others, phone };
  // @ts-expect-error the half of the kind phone is missing
  const without: Record<FieldKind, FieldUi> = others;
  expect([Object.keys(whole).length, without.phone]).toEqual([Object.keys(fieldUis).length, undefined]);
});
