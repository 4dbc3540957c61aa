import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * Key code that some browsers give keys while a word is composed; Safari also gives it to the Enter that ends
 * it.
 */
const OF_INPUT_METHOD = 229;

/** Whether a key belongs to an input method, because a word is being composed. */
export const isComposing = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === OF_INPUT_METHOD;
};
