/** The name of a resource within a sentence: lower-cased in English, except abbreviations. */
export const inSentence = (title: string, language: string): string =>
  language === 'en' && /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
