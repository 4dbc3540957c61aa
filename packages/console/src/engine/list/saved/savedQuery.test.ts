import { expect, test } from 'vitest';
import { changesTo, savedText } from './savedQuery.ts';

test('a saved filter keeps search, filters, node and order, but neither page, dates nor tab', () => {
  const query = {
    search: ' web ',
    order: '-name',
    node_id: 'n1',
    page: '3',
    date_from: 'x',
    date_to: 'y',
    activeTab: 'z',
    saved: 'f1',
    empty: ' ',
  };
  expect(savedText(query)).toBe('node_id=n1&order=-name&search=web');
  expect(savedText({ page: '2', date_from: 'x', date_to: 'y' })).toBe('');
});

test('choosing a filter replaces what another has set and leaves dates and tab as they are', () => {
  const query = { search: 'web', is_active: 'true', date_from: 'x', activeTab: 'z', page: '2' };
  expect(changesTo(query, { id: 'f2', query: 'order=name&search=db&oid=other&date_to=y&page=9' })).toEqual({
    search: 'db',
    is_active: undefined,
    order: 'name',
    saved: 'f2',
  });
});
