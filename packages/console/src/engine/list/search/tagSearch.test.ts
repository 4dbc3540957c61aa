import { expect, test } from 'vitest';
import { emptyTagSearch, queryOfTags, suggestionsFor, tagSearchReducer, tagsOfQuery } from './tagSearch.ts';

const options = [
  { key: 'name', label: 'Name', type: 'string' },
  {
    key: 'is_active',
    label: 'Active',
    type: 'boolean',
    children: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
];
const submit = { type: 'submit', options, searchLabel: 'Search' } as const;
const typed = (text: string, keyInEdit?: string, tags = emptyTagSearch().tags) => ({
  ...emptyTagSearch(tags),
  text,
  keyInEdit,
});

test('B-5-061 text without a key becomes free-text search', () => {
  const state = tagSearchReducer(typed(' web '), submit);
  expect(queryOfTags(state.tags)).toEqual({ search: 'web' });
});

test('B-5-062 several free texts are sent in one search, separated by commas', () => {
  const first = tagSearchReducer(typed('web'), submit);
  const second = tagSearchReducer({ ...first, text: 'prod' }, submit);
  expect(queryOfTags(second.tags)).toEqual({ search: 'web,prod' });
});

test('B-5-060 submitting an empty value removes the tag of the edited key', () => {
  const tags = [{ key: 'name', label: 'Name', value: 'osaka' }];
  expect(tagSearchReducer(typed('', 'name', tags), submit).tags).toEqual([]);
});

test('B-5-063 Backspace removes the last tag only on the second press', () => {
  const tags = [{ key: 'name', label: 'Name', value: 'osaka' }];
  const once = tagSearchReducer(emptyTagSearch(tags), { type: 'backspace' });
  expect(once.tags).toHaveLength(1);
  expect(tagSearchReducer(once, { type: 'backspace' }).tags).toEqual([]);
});

test('typing between two Backspaces disarms the removal', () => {
  const tags = [{ key: 'name', label: 'Name', value: 'osaka' }];
  const armed = tagSearchReducer(emptyTagSearch(tags), { type: 'backspace' });
  const cleared = tagSearchReducer(tagSearchReducer(armed, { type: 'text', text: 'a' }), {
    type: 'text',
    text: '',
  });
  expect(tagSearchReducer(cleared, { type: 'backspace' }).tags).toHaveLength(1);
});

test('B-3-030 a chosen value keeps its label for the chip and its value for the query', () => {
  const state = tagSearchReducer(typed('Yes', 'is_active'), submit);
  expect(state.tags).toEqual([{ key: 'is_active', label: 'Active', value: 'true', valueLabel: 'Yes' }]);
});

test('one key holds one value: a new one replaces the old', () => {
  const tags = [{ key: 'name', label: 'Name', value: 'osaka' }];
  expect(queryOfTags(tagSearchReducer(typed('lab', 'name', tags), submit).tags)).toEqual({ name: 'lab' });
});

test('a free text chip goes back into the box when edited, a choice chip does not', () => {
  const tags = tagsOfQuery({ name: 'osaka', is_active: 'true' }, options, 'Search');
  expect(tagSearchReducer(emptyTagSearch(tags), { type: 'edit', index: 0, options })).toMatchObject({
    keyInEdit: 'name',
    text: 'osaka',
  });
  expect(tagSearchReducer(emptyTagSearch(tags), { type: 'edit', index: 1, options }).tags).toHaveLength(2);
});

test('chips survive a round trip through the address bar', () => {
  const tags = tagsOfQuery({ name: 'osaka', is_active: 'True', search: 'a,b', page: '2' }, options, 'Search');
  expect(queryOfTags(tags)).toEqual({ name: 'osaka', is_active: 'True', search: 'a,b' });
});

test('B-3-031 suggestions are keys first, then values of the chosen key', () => {
  expect(suggestionsFor(typed('act'), options)).toEqual([
    { kind: 'key', value: 'is_active', label: 'Active' },
  ]);
  expect(suggestionsFor(typed('', 'is_active'), options).map(({ label }) => label)).toEqual(['Yes', 'No']);
});
