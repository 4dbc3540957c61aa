import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { isComposing } from '../../../platform/keys/isComposing.ts';
import {
  askedTags,
  emptyTagSearch,
  queryOfTags,
  type SearchOption,
  suggestionsFor,
  type TagFilter,
  tagSearchReducer,
} from './tagSearch.ts';

const DEBOUNCE_MS = 240;

const textOf = (tags: readonly TagFilter[]): string => JSON.stringify(queryOfTags(tags));

/** Tells the list what is asked for; `replace` continues the change before instead of adding one. */
type OnChange = (tags: TagFilter[], options: { replace: boolean }) => void;

type Input = {
  tags: TagFilter[];
  options: SearchOption[];
  searchLabel: string;
  onChange: OnChange;
};

/**
 * Tells the list what is asked for once typing pauses, and takes over what others changed. The list follows
 * with a delay, so anything told before is no news from it.
 */
const useTelling = (input: {
  asked: TagFilter[];
  isTyping: boolean;
  /** Half a syllable of an input method is not what will be searched for. */
  isUnfinished: boolean;
  tags: TagFilter[];
  onChange: OnChange;
  takeOver: (tags: TagFilter[]) => void;
}) => {
  const { asked, isTyping, isUnfinished, tags } = input;
  const told = useRef([textOf(tags)]);
  const wasTyping = useRef(false);
  const text = isUnfinished ? undefined : textOf(asked);
  const tell = useEffectEvent((news: string) => {
    told.current.push(news);
    input.onChange(asked, { replace: wasTyping.current });
    wasTyping.current = isTyping;
  });
  useEffect(() => {
    // Typing without a pause is one step for the back button; a finished filter ends the step.
    if (text === told.current.at(-1) && !isTyping) wasTyping.current = false;
    if (text === undefined || text === told.current.at(-1)) return;
    const timer = setTimeout(() => tell(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isTyping]);
  const takeOver = useEffectEvent(input.takeOver);
  useEffect(() => {
    const at = told.current.indexOf(textOf(tags));
    told.current = at < 0 ? [textOf(tags)] : told.current.slice(at);
    if (at < 0) takeOver(tags);
  }, [tags]);
};

/** Logic of the search box: chips, suggestions, keyboard, and what the list is asked for while typing. */
export const useTagSearch = ({ tags, options, searchLabel, onChange }: Input) => {
  const [state, dispatch] = useReducer(tagSearchReducer, tags, emptyTagSearch);
  const [highlighted, setHighlighted] = useState(-1);
  const [isUnfinished, setUnfinished] = useState(false);
  const isTyping = state.text.trim() !== '' && !state.keyInEdit;
  useTelling({
    asked: askedTags(state, searchLabel),
    isTyping,
    isUnfinished,
    tags,
    onChange,
    takeOver: (next) => dispatch({ type: 'replace', tags: next }),
  });

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
  const composition = {
    onCompositionStart: () => setUnfinished(true),
    onCompositionEnd: () => setUnfinished(false),
  };
  return { state, dispatch, suggestions, highlighted, setHighlighted, pick, handleKey, composition };
};
