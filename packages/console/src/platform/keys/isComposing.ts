import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Key code with which some browsers mark keys of an input method, including Safari's closing Enter. */
const OF_INPUT_METHOD = 229;

/** Whether a key belongs to an input method composing a word, not to the page. */
export const isComposing = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === OF_INPUT_METHOD;
};
