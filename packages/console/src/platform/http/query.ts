/** Adds query parameters to a URL: empty ones are left out, texts trimmed, lists joined by commas. */
export const withParams = (url: string, params?: Record<string, unknown>): string => {
  const pairs = Object.entries(params ?? {}).flatMap(([key, value]) => {
    const text = textOf(value);
    return text === '' ? [] : [[key, text] as const];
  });
  if (pairs.length === 0) return url;
  const query = new URLSearchParams(pairs.map(([key, value]) => [key, value])).toString();
  return url + (url.includes('?') ? '&' : '?') + query;
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',');
  return String(value).trim();
};
