/** A URL split at its question mark. */
export const splitUrl = (url: string): { path: string; query: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
};

/** The URL with additional query parameters; empty values are left out. */
export const withQuery = (url: string, params: Record<string, unknown>): string => {
  const { path, query } = splitUrl(url);
  const search = new URLSearchParams(query);
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

/** URL of one row of a collection, or of several with comma-separated ids; keeps the collection's query. */
export const rowUrl = (collection: string, id: string | number): string => {
  const { path, query } = splitUrl(collection);
  return `${path}${encodeURIComponent(String(id)).replaceAll('%2C', ',')}/${query ? `?${query}` : ''}`;
};

/** Metadata URL of a table: the list URL with the two parameters that every table request has. */
export const tableMetadataUrl = (collection: string): string =>
  withQuery(collection, { draw: 1, display: 1 });
