import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '../resource/defineResource.ts';
import { field } from '../resource/fields.ts';
import { defineActions } from './defineActions.ts';

const lamp = defineResource({
  app: 'assets',
  name: 'lamp',
  path: 'lamps',
  scope: 'org',
  label: 'name',
  fields: { name: field.text({ required: true }) },
  actions: {
    light: { on: 'row', method: 'PUT', path: 'light', permission: 'assets.change_lamp' },
    dim: { on: 'row', method: 'PUT', path: 'dim', permission: 'assets.change_lamp' },
  },
});
const shape = { summary: 'Light a lamp', answer: z.object({ ok: z.boolean() }) };

// The compiler finds the planted mistakes: a missing expected error fails the type check.
test('an unknown action, or one that is left out, does not compile', () => {
  const all = defineActions(lamp, { light: shape, dim: shape });
  // @ts-expect-error what the action dim takes and answers is missing
  const missing = defineActions(lamp, { light: shape });
  // @ts-expect-error the action is spelled light
  const unknown = defineActions(lamp, { light: shape, dim: shape, lihgt: shape });
  expect([all, missing, unknown].map(({ shapes }) => Object.keys(shapes).length)).toEqual([2, 1, 3]);
});
