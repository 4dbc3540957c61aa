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

test('a plain-text error is shown above the form, and an empty one is ignored', () => {
  expect(placeErrors('Not now', [['name']])).toEqual({ fields: [], general: ['Not now'] });
  for (const body of ['', null, undefined, {}, { name: '' }, { name: null, detail: undefined }])
    expect(placeErrors(body, [['name']])).toEqual({ fields: [], general: [] });
});

test.each(['non_field_errors', 'detail', 'error', 'msg'])(
  '%s is treated as a message, not as a field name',
  (name) => {
    expect(placeErrors({ [name]: 'no' }, [['name']], () => 'Label').general).toEqual(['no']);
  },
);

test('an error is shown at its nearest field', () => {
  const registered = [['rules'], ['rules', 'ip_group'], ['rule']];
  expect(placeErrors({ rules: { ip_group: 'bad' } }, registered).fields).toEqual([
    { path: ['rules', 'ip_group'], message: 'bad' },
  ]);
  expect(placeErrors({ rules: { time: 'late' } }, registered, (name) => name.toUpperCase()).fields).toEqual([
    { path: ['rules'], message: 'TIME: late' },
  ]);
  expect(placeErrors({ ruled: 'no' }, registered).fields).toEqual([]);
});

test('several errors of a field are joined in order', () => {
  const body = { hosts: ['empty', { port: ['low'] }, { port: 'high', name: 'taken' }] };
  expect(placeErrors(body, [['hosts']])).toEqual({
    fields: [{ path: ['hosts'], message: 'empty; #2 port: low; #3 port: high; #3 name: taken' }],
    general: [],
  });
});

test('errors in list items are matched by index', () => {
  const { fields } = placeErrors({ hosts: [{}, { port: 'low' }] }, [
    ['hosts', '0', 'port'],
    ['hosts', '1', 'port'],
  ]);
  expect(fields).toEqual([{ path: ['hosts', '1', 'port'], message: 'low' }]);
});
