/** Longest password that can be set, in characters. */
export const longestPassword = 128;

/** Character classes a password may be required to contain. */
export const passwordSigns = {
  upper: /[A-Z]/,
  lower: /[a-z]/,
  number: /[0-9]/,
  /** ASCII punctuation. */
  special: /[!-/:-@[-`{-~]/,
};

/** Length of a password as users count it. */
export const passwordLength = (password: string): number => [...password].length;
