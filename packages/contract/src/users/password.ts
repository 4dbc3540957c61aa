/** Maximum length of a new password, in UTF-16 code units. */
export const longestPassword = 128;

/** Character classes a password may be required to contain. */
export const passwordSigns = {
  upper: /[A-Z]/,
  lower: /[a-z]/,
  number: /[0-9]/,
  /** ASCII punctuation. */
  special: /[!-/:-@[-`{-~]/,
};

/** Length of a password as users count it, in Unicode characters. */
export const passwordLength = (password: string): number => [...password].length;
