/** Words that stand for accounts without naming them. */
export const VIRTUAL = ['@ALL', '@USER', '@INPUT', '@ANON'] as const;

/** One of the words that stand for accounts. */
export type VirtualAccount = (typeof VIRTUAL)[number];

/** Marks a list that names accounts. */
export const SPECIFIED = '@SPEC';

/** The parts of a choice of accounts. */
export type AccountChoice = { virtual: VirtualAccount[]; isSpecified: boolean; names: string[] };

const isVirtual = (word: string): word is VirtualAccount => VIRTUAL.includes(word as VirtualAccount);

/** Splits a list of account words into its parts. */
export const parseChoice = (words: readonly string[]): AccountChoice => {
  const names = words.filter((word) => !word.startsWith('@'));
  return {
    virtual: words.filter(isVirtual),
    isSpecified: words.includes(SPECIFIED) || names.length > 0,
    names,
  };
};

/** A choice as a list of words; a choice without any becomes `@ALL`. */
export const choiceWords = ({ virtual, isSpecified, names }: AccountChoice): string[] => {
  const words = [...virtual, ...(isSpecified ? [SPECIFIED, ...new Set(names)] : [])];
  return words.length > 0 ? words : ['@ALL'];
};

/** Whether the words announce named accounts but contain neither a name nor a virtual account. */
export const lacksAccounts = (words: readonly string[]): boolean => {
  const { virtual, isSpecified, names } = parseChoice(words);
  return isSpecified && names.length === 0 && virtual.length === 0;
};

/** The choice after toggling a word; `@ALL` and `@SPEC` exclude each other. */
export const pressed = (choice: AccountChoice, word: VirtualAccount | typeof SPECIFIED): AccountChoice => {
  if (word === SPECIFIED) {
    return choice.isSpecified
      ? { ...choice, isSpecified: false, names: [] }
      : { ...choice, isSpecified: true, virtual: choice.virtual.filter((word) => word !== '@ALL') };
  }
  const isOn = choice.virtual.includes(word);
  const virtual = isOn ? choice.virtual.filter((kept) => kept !== word) : [...choice.virtual, word];
  return word === '@ALL' && !isOn ? { virtual, isSpecified: false, names: [] } : { ...choice, virtual };
};
