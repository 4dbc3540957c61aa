import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Key code by which some browsers say that a key belongs to an input method, the closing Enter of Safari among them. */
const OF_INPUT_METHOD = 229;

/** Whether a key press belongs to an input method that composes a word, not to the page. */
export const isComposing = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === OF_INPUT_METHOD;
};
