import { expect, test } from 'vitest';
import {
  cleanParams,
  directionOf,
  exportParams,
  filtersOf,
  nextOrder,
  pageOf,
  rangeOf,
  requestParams,
} from './listQuery.ts';
import { pagings } from './paging/paging.ts';

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

test.each(['activeTab', 'activeTreeTab', 'activeMenu', 'clone_from', 'oid', 'next', 'lang', 'saved'])(
  'the parameter %s belongs to the page and is neither sent nor a filter',
  (name) => {
    expect(requestParams({ [name]: 'x' }, { pageSize: 15 })).not.toHaveProperty(name);
    expect(filtersOf({ [name]: 'x' })).toEqual({});
  },
);

test.each(['page', 'order', 'date_from', 'date_to'])('the parameter %s is not a filter', (name) => {
  expect(filtersOf({ [name]: '1', search: 'a', name: '' })).toEqual({ search: 'a' });
});

test('empty parameters are not sent', () => {
  const sent = cleanParams({ a: null, b: undefined, c: ' ', d: 0, e: false, f: ' x ' });
  expect(sent).toEqual({ d: '0', e: 'false', f: 'x' });
});

test('the address overrides page parameters, and paging overrides both', () => {
  const input = { pageSize: 30, fixed: { kind: 'lan', limit: 5 }, dates: { date_from: 'a', date_to: 'b' } };
  expect(requestParams({ kind: 'wan', date_from: 'c', page: '2' }, input)).toEqual({
    kind: 'wan',
    date_from: 'c',
    date_to: 'b',
    limit: '30',
    offset: '30',
    draw: '1',
    display: '1',
  });
});

test('each kind of paging sends position and order in its own parameters', () => {
  const place = { page: 3, size: 20, order: '-name' };
  expect(pagings.limit.params(place)).toEqual({ limit: 20, offset: 40, order: '-name', draw: 1, display: 1 });
  expect(pagings.page.params(place)).toEqual({ page: 3, size: 20, sort: 'name', direction: 'desc' });
  expect(pagings.none.params(place)).toEqual({ limit: 999, offset: 0, order: '-name', draw: 1, display: 1 });
  const unsorted = { page: 1, size: 20, order: undefined };
  expect(pagings.limit.params(unsorted)).toEqual({ limit: 20, offset: 0, draw: 1, display: 1 });
  expect(pagings.page.params(unsorted)).toEqual({ page: 1, size: 20 });
  expect(pagings.none.params(unsorted)).toEqual({ limit: 999, offset: 0, draw: 1, display: 1 });
  expect(pagings.page.params({ ...unsorted, order: 'name' })).toMatchObject({
    sort: 'name',
    direction: 'asc',
  });
});

test('an invalid page number counts as the first page', () => {
  const pages = [undefined, '', 'x', '0', '-1', '1.5', '1', '7'];
  expect(pages.map((page) => pageOf(page === undefined ? {} : { page }))).toEqual([1, 1, 1, 1, 1, 1, 1, 7]);
});

test('with several sort fields only the first shows its direction', () => {
  expect(directionOf({ order: 'name,-kind' }, 'name')).toBe('ascending');
  expect(directionOf({ order: 'name,-kind' }, 'kind')).toBeUndefined();
  expect(directionOf({ order: '-name' }, 'kind')).toBeUndefined();
  expect(directionOf({}, 'name')).toBeUndefined();
});

test('the row range of the last page ends at the total', () => {
  expect(rangeOf(1, 15, 64)).toEqual({ from: 1, to: 15 });
  expect(rangeOf(5, 15, 64)).toEqual({ from: 61, to: 64 });
  expect(rangeOf(1, 15, 0)).toEqual({ from: 0, to: 0 });
});
