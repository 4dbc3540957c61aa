/** An answer that is not JSON: pages, files, streams. */
export type Media = {
  /** Possible content types. */
  readonly media: readonly string[];
  /** May redirect the browser instead. */
  readonly redirects?: true;
};

/** A file of one of these types. */
export const media = (...types: readonly string[]): Media => ({ media: types });

/** A page for the browser, or a redirect to another one. */
export const htmlPage: Media = { media: ['text/html'], redirects: true };

/** Files uploaded by a browser form. */
export const files: Media = { media: ['multipart/form-data'] };

/** Fields of a browser form. */
export const pageForm: Media = { media: ['application/x-www-form-urlencoded'] };
