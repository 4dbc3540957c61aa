import { expect, test } from 'vitest';
import { placeErrors } from './formErrors.ts';

test('A-5-001 field errors land on their field, several joined by a semicolon', () => {
  expect(placeErrors({ name: ['too long', 'taken'] }, [['name']])).toEqual({
    fields: [{ path: ['name'], message: 'too long; taken' }],
    general: [],
  });
});

test('errors inside an object land on the field inside it', () => {
  const { fields } = placeErrors({ rules: { ip_group: ['bad'] } }, [['rules', 'ip_group'], ['name']]);
  expect(fields).toEqual([{ path: ['rules', 'ip_group'], message: 'bad' }]);
});

test('errors of list items land on the list and name the item', () => {
  const { fields } = placeErrors({ protocols: [{}, { port: ['out of range'] }] }, [['protocols']], (name) =>
    name === 'port' ? 'Port' : name,
  );
  expect(fields).toEqual([{ path: ['protocols'], message: '#2 Port: out of range' }]);
});

test('what belongs to no field is told by the form', () => {
  expect(
    placeErrors({ non_field_errors: ['no'], detail: 'x', code: 'error', secret: ['weak'] }, [['name']])
      .general,
  ).toEqual(['no', 'x', 'secret: weak']);
  expect(placeErrors(['plain'], [['name']]).general).toEqual(['plain']);
});
