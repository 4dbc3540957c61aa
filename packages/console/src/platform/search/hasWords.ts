/** Whether a text contains every word, regardless of case and order. */
export const hasWords = (text: string, words: string): boolean => {
  const among = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => among.includes(word));
};
