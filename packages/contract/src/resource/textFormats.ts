/** What text of a field with a format looks like; server and console check it with the same expressions. */
export const textFormats = {
  email: /^[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,255}$/,
  slug: /^[\p{L}\p{N}_ +.-]+$/u,
  url: /^https?:\/\/[^\s]+$/i,
};
