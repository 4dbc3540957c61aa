import { expect, test } from 'vitest';
import { rowUrl, tableMetadataUrl, withQuery } from './url.ts';

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
