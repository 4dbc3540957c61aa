/** An answer that is not JSON: pages, files, streams. */
export type Media = {
  /** Content types it may have. */
  readonly media: readonly string[];
  /** Sends the browser elsewhere instead, or as well. */
  readonly redirects?: true;
};

/** A file of one of these types. */
export const media = (...types: readonly string[]): Media => ({ media: types });

/** A page a browser shows, or its redirect to another one. */
export const htmlPage: Media = { media: ['text/html'], redirects: true };

/** Files sent by a form of a browser. */
export const files: Media = { media: ['multipart/form-data'] };

/** Fields sent by a form of a page. */
export const pageForm: Media = { media: ['application/x-www-form-urlencoded'] };
