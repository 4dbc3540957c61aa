import { z } from 'zod';

/** A body or an answer that is not JSON: pages, forms, files, streams, sockets. */
export type Media<F extends z.ZodObject = z.ZodObject> = {
  /** Possible content types. */
  readonly media: readonly string[];
  /** May redirect the browser instead. */
  readonly redirects?: true;
  /** Becomes a WebSocket. */
  readonly socket?: true;
  /** Fields that the page's form sends. */
  readonly inputs?: F;
};

/** A file of one of these types. */
export const media = (...types: readonly string[]): Media => ({ media: types });

/** A file of any type. */
export const anyFile: Media = { media: ['*/*'] };

/** A page for the browser, or a redirect to another one. */
export const htmlPage: Media = { media: ['text/html'], redirects: true };

/** Nothing but a redirect. */
export const redirect: Media = { media: [], redirects: true };

/** A WebSocket; its messages are declared in `wire/`. */
export const socket: Media = { media: [], socket: true };

/** Files uploaded as a multipart form. */
export const files: Media = { media: ['multipart/form-data'] };

/** A field of a form; a browser may leave it out. */
export const formText = z.string().catch('');

/** Fields of an HTML form, with the token that proves that the page is ours. */
export const pageForm = <const S extends z.core.$ZodShape>(fields: S) => ({
  media: ['application/x-www-form-urlencoded'] as const,
  inputs: z.object({ csrf_token: formText, ...fields }),
});
