/** Words as a list in the language of the page: separated by `、` in Chinese and Japanese, by commas elsewhere. */
export const joined = (words: readonly string[]): string => {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return words.join(/^(zh|ja)/.test(language) ? '、' : ', ');
};
