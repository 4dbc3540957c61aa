/** A number with the separators of the language of the page; without a page, as in English. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString((typeof document !== 'undefined' && document.documentElement.lang) || 'en', options);
