import { expect, test } from 'vitest';
import { directionOf, exportParams, filtersOf, nextOrder, requestParams } from './listQuery.ts';

test('B-7-028 a page becomes limit and offset, a descending order carries a minus', () => {
  expect(requestParams({ page: '3', order: '-name', search: ' web ' }, { pageSize: 15 })).toEqual({
    limit: '15',
    offset: '30',
    order: '-name',
    search: 'web',
    draw: '1',
    display: '1',
  });
});

test('empty values are dropped, zero is kept', () => {
  expect(
    requestParams({ name: '' }, { pageSize: 15, fixed: { is_finished: 0, x: undefined } }),
  ).toMatchObject({
    is_finished: '0',
  });
  expect(requestParams({ name: '' }, { pageSize: 15 })).not.toHaveProperty('name');
});

test('parameters of the page are not sent to the server', () => {
  expect(requestParams({ activeTab: 'all', oid: 'x' }, { pageSize: 15 })).not.toHaveProperty('activeTab');
});

test("B-5-053 dates, order, page and the page's scope do not count as filters", () => {
  const query = { page: '2', order: 'name', date_from: 'a', node_id: 'n1', name: 'web' };
  expect(filtersOf(query, ['node_id'])).toEqual({ name: 'web' });
});

test('B-7-007 an export leaves out paging and the date range', () => {
  const params = requestParams({ name: 'web', date_from: 'a', date_to: 'b' }, { pageSize: 15 });
  expect(exportParams(params)).toEqual({ name: 'web' });
});

test('a heading cycles through ascending, descending and unsorted', () => {
  expect(nextOrder({}, 'name')).toBe('name');
  expect(nextOrder({ order: 'name' }, 'name')).toBe('-name');
  expect(nextOrder({ order: '-name' }, 'name')).toBeUndefined();
  expect(directionOf({ order: '-name' }, 'name')).toBe('descending');
});
