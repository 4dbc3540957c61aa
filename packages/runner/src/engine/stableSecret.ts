/** Characters that clients replace before they prove a password (SASLprep), not all of them in the same way. */
const REPLACED =
  /\0|\u00A0|\u00AD|\u034F|\u1680|\u1806|[\u180B-\u180D]|[\u2000-\u200D]|\u202F|\u205F|\u2060|\u3000|[\uFE00-\uFE0F]|\uFEFF/;

/** Whether every client that normalizes a text before a sign-in leaves it as it is. */
export const isStableSecret = (text: string): boolean =>
  text.isWellFormed() && !REPLACED.test(text) && text.normalize('NFKC') === text;
