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

test('a chip of typed text goes back into the box when edited, a choice chip does not', () => {
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

const osaka = { key: 'name', label: 'Name', value: 'osaka' };
const active = { key: 'is_active', label: 'Active', value: 'true', valueLabel: 'Yes' };
const free = (value: string) => ({ key: 'search', label: 'Search', value });
const armedWith = (...tags: Parameters<typeof typed>[2] & object) => ({
  ...emptyTagSearch(tags),
  armed: true,
});

test('a new value replaces only the chip of its own key', () => {
  const state = tagSearchReducer(typed('lab', 'name', [osaka, active, free('web')]), submit);
  expect(state).toEqual(emptyTagSearch([active, free('web'), { ...osaka, value: 'lab' }]));
});

test('the same free text is added only once', () => {
  const tags = [free('web'), free('prod')];
  expect(tagSearchReducer(typed('web', undefined, tags), submit).tags).toEqual(tags);
});

test('an empty value removes only the chip being edited', () => {
  const tags = [osaka, active];
  expect(tagSearchReducer(typed(' ', 'name', tags), submit)).toEqual(emptyTagSearch([active]));
  expect(tagSearchReducer(typed(' ', undefined, tags), submit)).toEqual(emptyTagSearch(tags));
});

test('a picked value gets its label, and an unknown one is kept as typed', () => {
  const picked = tagSearchReducer(typed('', 'is_active'), { ...submit, value: 'false' });
  expect(picked.tags).toEqual([{ ...active, value: 'false', valueLabel: 'No' }]);
  expect(tagSearchReducer(typed('lab', 'is_active'), submit).tags).toEqual([
    { key: 'is_active', label: 'Active', value: 'lab' },
  ]);
});

test('Backspace first edits text, then drops the key, then marks the last chip, then removes it', () => {
  const backspace = { type: 'backspace' } as const;
  const texted = typed('a', 'name', [osaka]);
  expect(tagSearchReducer(texted, backspace)).toEqual(texted);
  const keyed = { ...armedWith(osaka), keyInEdit: 'name' };
  expect(tagSearchReducer(keyed, backspace)).toEqual(emptyTagSearch([osaka]));
  expect(tagSearchReducer(emptyTagSearch([osaka]), backspace)).toEqual(armedWith(osaka));
  expect(tagSearchReducer(emptyTagSearch(), backspace)).toEqual(emptyTagSearch());
  expect(tagSearchReducer(armedWith(active, osaka), backspace)).toEqual(emptyTagSearch([active]));
});

test.each([
  [
    'picking a key',
    { type: 'pickKey', key: 'name' },
    { ...emptyTagSearch([osaka, active]), keyInEdit: 'name' },
  ],
  ['removing a chip', { type: 'remove', index: 0 }, emptyTagSearch([active])],
  ['clearing the box', { type: 'clear' }, emptyTagSearch()],
  ['replacing the chips', { type: 'replace', tags: [free('web')] }, emptyTagSearch([free('web')])],
  [
    'editing a chip',
    { type: 'edit', index: 0, options },
    { ...emptyTagSearch([active]), keyInEdit: 'name', text: 'osaka' },
  ],
] as const)('%s unmarks the chip that Backspace would remove', (_event, event, after) => {
  const now = event.type === 'replace' ? { ...event, tags: [...event.tags] } : event;
  expect(tagSearchReducer(armedWith(osaka, active), now)).toEqual(after);
});

test('picking a key clears the text', () => {
  expect(tagSearchReducer(typed('na'), { type: 'pickKey', key: 'name' })).toEqual(typed('', 'name'));
});

test('editing free text uses no key, and editing a missing chip changes nothing', () => {
  const tags = [osaka, free('web'), free('prod')];
  expect(tagSearchReducer(emptyTagSearch(tags), { type: 'edit', index: 1, options })).toEqual(
    typed('web', undefined, [osaka, free('prod')]),
  );
  const state = emptyTagSearch(tags);
  expect(tagSearchReducer(state, { type: 'edit', index: 3, options })).toEqual(state);
});

test('chips from the address show value labels regardless of case, and empty values get no chip', () => {
  expect(tagsOfQuery({ name: '', is_active: 'False', search: 'a,,b' }, options, 'Search')).toEqual([
    { ...active, value: 'False', valueLabel: 'No' },
    free('a'),
    free('b'),
  ]);
  expect(tagsOfQuery({ name: 'osaka' }, options, 'Search')).toEqual([osaka]);
  expect(queryOfTags([osaka, { ...osaka, value: 'lab' }])).toEqual({ name: 'lab' });
});

test('suggestions match by label or wire name, and values can be picked', () => {
  expect(suggestionsFor(typed('IS_'), options).map(({ value }) => value)).toEqual(['is_active']);
  expect(suggestionsFor(typed('nam'), options)).toEqual([{ kind: 'key', value: 'name', label: 'Name' }]);
  expect(suggestionsFor(typed('fal', 'is_active'), options)).toEqual([
    { kind: 'value', value: 'false', label: 'No' },
  ]);
  expect(suggestionsFor(typed('os', 'name'), options)).toEqual([]);
});
