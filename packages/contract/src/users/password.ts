/** Longest password that can be set, in characters. */
export const longestPassword = 128;
