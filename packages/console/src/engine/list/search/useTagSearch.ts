import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { isComposing } from '../../../platform/keys/isComposing.ts';
import {
  emptyTagSearch,
  queryOfTags,
  type SearchOption,
  suggestionsFor,
  type TagFilter,
  tagSearchReducer,
} from './tagSearch.ts';

const DEBOUNCE_MS = 240;

const sameTags = (a: readonly TagFilter[], b: readonly TagFilter[]) =>
  JSON.stringify(queryOfTags(a)) === JSON.stringify(queryOfTags(b));

type Input = {
  tags: TagFilter[];
  options: SearchOption[];
  searchLabel: string;
  onChange: (tags: TagFilter[]) => void;
};

/** Logic of the search box: chips, suggestions, keyboard, and when to report changes to the list. */
export const useTagSearch = ({ tags, options, searchLabel, onChange }: Input) => {
  const [state, dispatch] = useReducer(tagSearchReducer, tags, emptyTagSearch);
  const [highlighted, setHighlighted] = useState(-1);
  const reported = useRef(tags);
  const tell = useEffectEvent(onChange);
  const isNews = !sameTags(state.tags, reported.current);
  useEffect(() => {
    if (!isNews) return;
    const timer = setTimeout(() => {
      reported.current = state.tags;
      tell(state.tags);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [state.tags, isNews]);
  useEffect(() => {
    if (sameTags(tags, reported.current)) return;
    reported.current = tags;
    dispatch({ type: 'replace', tags });
  }, [tags]);

  const suggestions = suggestionsFor(state, options);
  const pick = (index: number) => {
    const suggestion = suggestions[index];
    setHighlighted(-1);
    if (!suggestion) return;
    if (suggestion.kind === 'key') dispatch({ type: 'pickKey', key: suggestion.value });
    else dispatch({ type: 'submit', options, searchLabel, value: suggestion.value });
  };
  const submit = () => {
    if (highlighted >= 0) pick(highlighted);
    else dispatch({ type: 'submit', options, searchLabel });
  };
  const move = (step: number) =>
    setHighlighted((now) => Math.max(-1, Math.min(now + step, suggestions.length - 1)));
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    const keys = new Map<string, () => void>([
      ['Enter', submit],
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
    ]);
    const run = keys.get(event.key);
    if (run) {
      event.preventDefault();
      run();
    } else if (event.key === 'Backspace' && !state.text) dispatch({ type: 'backspace' });
  };
  return { state, dispatch, suggestions, highlighted, setHighlighted, pick, handleKey };
};
