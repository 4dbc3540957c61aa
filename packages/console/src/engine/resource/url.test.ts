import { expect, test } from 'vitest';
import { rowUrl, splitUrl, tableMetadataUrl, withQuery } from './url.ts';

test('A-7-025 the row URL keeps the query of its collection', () => {
  expect(rowUrl('/api/v1/assets/assets/', 'a1')).toBe('/api/v1/assets/assets/a1/');
  expect(rowUrl('/api/v1/assets/gateways/?domain=d1', 'a1')).toBe('/api/v1/assets/gateways/a1/?domain=d1');
});

test('B-7-013 table metadata is requested with draw and display', () => {
  expect(tableMetadataUrl('/api/v1/assets/domains/')).toBe('/api/v1/assets/domains/?draw=1&display=1');
  expect(tableMetadataUrl('/api/v1/x/?a=b')).toBe('/api/v1/x/?a=b&draw=1&display=1');
});

test('empty values are left out of the address, zero is not', () => {
  expect(withQuery('/x/', { a: '', b: undefined, c: 0 })).toBe('/x/?c=0');
});

test('a row address keeps commas between ids and escapes other characters', () => {
  expect(rowUrl('/x/', 'a,b')).toBe('/x/a,b/');
  expect(rowUrl('/x/', 'a/b?c')).toBe('/x/a%2Fb%3Fc/');
  expect(rowUrl('/x/', 7)).toBe('/x/7/');
});

test('an address is split at its first question mark', () => {
  expect(splitUrl('/x/')).toEqual({ path: '/x/', query: '' });
  expect(splitUrl('?a=1')).toEqual({ path: '', query: 'a=1' });
  expect(splitUrl('/x/?a=1&b=?')).toEqual({ path: '/x/', query: 'a=1&b=?' });
});

test('a parameter replaces the one in the address, and null adds none', () => {
  expect(withQuery('/x/?a=1&b=2', { a: 3, c: null })).toBe('/x/?a=3&b=2');
  expect(withQuery('/x/', {})).toBe('/x/');
  expect(withQuery('/x/', { a: false })).toBe('/x/?a=false');
});
