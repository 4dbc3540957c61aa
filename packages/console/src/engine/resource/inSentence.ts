/** The name of a resource as it stands inside a sentence: English names lose their capital, abbreviations keep it. */
export const inSentence = (title: string, language: string): string =>
  language === 'en' && /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
