/**
 * The name of a resource within a sentence: in English its first letter is lower-case, unless it starts with
 * an abbreviation.
 */
export const inSentence = (title: string, language: string): string =>
  language === 'en' && /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
