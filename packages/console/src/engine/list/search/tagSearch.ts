/** A chip of the search box; its key is `search` for free text. */
export type TagFilter = { key: string; label: string; value: string; valueLabel?: string };

/** A filter that the search box offers; `children` are its possible values, if they are known. */
export type SearchOption = {
  key: string;
  label: string;
  type: string;
  children?: { value: string; label: string }[];
};

/** State of the search box: finished chips, the key whose value is being entered, and the typed text. */
export type TagSearchState = {
  tags: TagFilter[];
  keyInEdit: string | undefined;
  text: string;
  /** Set by the first Backspace in an empty box; the second one removes the last chip. */
  armed: boolean;
};

/** Events of the search box. */
export type TagSearchEvent =
  | { type: 'text'; text: string }
  | { type: 'pickKey'; key: string }
  | { type: 'submit'; options: readonly SearchOption[]; searchLabel: string; value?: string }
  | { type: 'backspace' }
  | { type: 'remove'; index: number }
  | { type: 'edit'; index: number; options: readonly SearchOption[] }
  | { type: 'clear' }
  | { type: 'replace'; tags: TagFilter[] };

/** Key of free text in the query. */
export const SEARCH_KEY = 'search';

/** State of a search box into which nothing has been typed yet. */
export const emptyTagSearch = (tags: TagFilter[] = []): TagSearchState => ({
  tags,
  keyInEdit: undefined,
  text: '',
  armed: false,
});

const withTag = (tags: readonly TagFilter[], tag: TagFilter): TagFilter[] => {
  if (tag.key !== SEARCH_KEY) return [...tags.filter(({ key }) => key !== tag.key), tag];
  return tags.some(({ key, value }) => key === SEARCH_KEY && value === tag.value)
    ? [...tags]
    : [...tags, tag];
};

const submitted = (
  state: TagSearchState,
  event: Extract<TagSearchEvent, { type: 'submit' }>,
): TagSearchState => {
  const value = (event.value ?? state.text).trim();
  const option = event.options.find(({ key }) => key === state.keyInEdit);
  if (!value) {
    const tags = option ? state.tags.filter(({ key }) => key !== option.key) : state.tags;
    return emptyTagSearch(tags);
  }
  if (!option) {
    return emptyTagSearch(withTag(state.tags, { key: SEARCH_KEY, label: event.searchLabel, value }));
  }
  const choice = option.children?.find((child) => child.value === value || child.label === value);
  return emptyTagSearch(
    withTag(state.tags, {
      key: option.key,
      label: option.label,
      value: choice?.value ?? value,
      ...(choice && { valueLabel: choice.label }),
    }),
  );
};

const afterBackspace = (state: TagSearchState): TagSearchState => {
  if (state.text) return state;
  if (state.keyInEdit) return { ...state, keyInEdit: undefined, armed: false };
  if (!state.armed) return { ...state, armed: state.tags.length > 0 };
  return { ...state, tags: state.tags.slice(0, -1), armed: false };
};

const inEdit = (state: TagSearchState, event: Extract<TagSearchEvent, { type: 'edit' }>): TagSearchState => {
  const tag = state.tags[event.index];
  if (!tag) return state;
  const option = event.options.find(({ key }) => key === tag.key);
  if (option?.children?.length) return state;
  return {
    tags: state.tags.filter((_, index) => index !== event.index),
    keyInEdit: tag.key === SEARCH_KEY ? undefined : tag.key,
    text: tag.value,
    armed: false,
  };
};

/** Next state of the search box. */
export const tagSearchReducer = (state: TagSearchState, event: TagSearchEvent): TagSearchState => {
  switch (event.type) {
    case 'text':
      return { ...state, text: event.text, armed: false };
    case 'pickKey':
      return { ...state, keyInEdit: event.key, text: '', armed: false };
    case 'submit':
      return submitted(state, event);
    case 'backspace':
      return afterBackspace(state);
    case 'remove':
      return { ...state, tags: state.tags.filter((_, index) => index !== event.index), armed: false };
    case 'edit':
      return inEdit(state, event);
    case 'clear':
      return emptyTagSearch();
    case 'replace':
      return emptyTagSearch(event.tags);
  }
};

/** What the list is asked for: the chips, and the text being typed unless it is the value of a key. */
export const askedTags = ({ tags, text, keyInEdit }: TagSearchState, searchLabel: string): TagFilter[] => {
  const value = text.trim();
  return value && !keyInEdit ? withTag(tags, { key: SEARCH_KEY, label: searchLabel, value }) : tags;
};

/** Query parameters of the chips: one per key, free texts joined by commas. */
export const queryOfTags = (tags: readonly TagFilter[]): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const { key, value } of tags) {
    query[key] = key === SEARCH_KEY && query[key] ? `${query[key]},${value}` : value;
  }
  return query;
};

/** Chips from query parameters, ignoring unknown keys. */
export const tagsOfQuery = (
  query: Readonly<Record<string, string>>,
  options: readonly SearchOption[],
  searchLabel: string,
): TagFilter[] => {
  const tags: TagFilter[] = [];
  for (const option of options) {
    const value = query[option.key];
    if (value === undefined || value === '') continue;
    const choice = option.children?.find((child) => child.value.toLowerCase() === value.toLowerCase());
    tags.push({
      key: option.key,
      label: option.label,
      value,
      ...(choice && { valueLabel: choice.label }),
    });
  }
  for (const value of (query[SEARCH_KEY] ?? '').split(',').filter(Boolean)) {
    tags.push({ key: SEARCH_KEY, label: searchLabel, value });
  }
  return tags;
};

/**
 * Suggestions for the typed text: the matching values of the chosen key, else the keys whose label or name
 * contains the text.
 */
export const suggestionsFor = (
  state: TagSearchState,
  options: readonly SearchOption[],
): { kind: 'key' | 'value'; value: string; label: string }[] => {
  const typed = state.text.trim().toLowerCase();
  const holds = (label: string, value: string) =>
    label.toLowerCase().includes(typed) || value.toLowerCase().includes(typed);
  const option = options.find(({ key }) => key === state.keyInEdit);
  if (option) {
    return (option.children ?? [])
      .filter(({ label, value }) => holds(label, value))
      .map(({ label, value }) => ({ kind: 'value' as const, value, label }));
  }
  return options
    .filter(({ key, label }) => holds(label, key))
    .map(({ key, label }) => ({ kind: 'key' as const, value: key, label }));
};
