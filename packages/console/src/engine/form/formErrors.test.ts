import { expect, test } from 'vitest';
import { placeErrors } from './formErrors.ts';

test('A-5-001 field errors appear on their field, several joined by a semicolon', () => {
  expect(placeErrors({ name: ['too long', 'taken'] }, [['name']])).toEqual({
    fields: [{ path: ['name'], message: 'too long; taken' }],
    general: [],
  });
});

test('errors inside an object appear on its sub-field', () => {
  const { fields } = placeErrors({ rules: { ip_group: ['bad'] } }, [['rules', 'ip_group'], ['name']]);
  expect(fields).toEqual([{ path: ['rules', 'ip_group'], message: 'bad' }]);
});

test('errors of list items appear on the list and name the item', () => {
  const { fields } = placeErrors({ protocols: [{}, { port: ['out of range'] }] }, [['protocols']], (name) =>
    name === 'port' ? 'Port' : name,
  );
  expect(fields).toEqual([{ path: ['protocols'], message: '#2 Port: out of range' }]);
});

test('errors without a field are shown by the form', () => {
  expect(
    placeErrors({ non_field_errors: ['no'], detail: 'x', code: 'error', secret: ['weak'] }, [['name']])
      .general,
  ).toEqual(['no', 'x', 'secret: weak']);
  expect(placeErrors(['plain'], [['name']]).general).toEqual(['plain']);
});
