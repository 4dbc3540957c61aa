/** What is wrong with an exchange: sentences, each with the field and what was expected. */
export type Faults = readonly string[];

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/** The fault of a value that is not what was expected. */
export const wrong = (at: string, expected: string, value: unknown): Faults => [
  `${at || 'the body'}: expected ${expected}, not ${shown(value)}`,
];

/** Whether a fault is that of an absent value. */
export const isMissing = (fault: string): boolean => fault.endsWith(', not nothing');

/** A part of a value, as sentences name it. */
export const partOf = (at: string, part: string | number): string =>
  at === '' ? `${part}` : `${at}.${part}`;

/** An object that is no list. */
export type Values = { readonly [name: string]: unknown };

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The faults of each entry of a list. */
export const eachFault = (
  value: unknown,
  at: string,
  expected: string,
  check: (item: unknown, at: string) => Faults,
): Faults =>
  Array.isArray(value)
    ? value.flatMap((item, index) => check(item, partOf(at, index)))
    : wrong(at, `a list of ${expected}`, value);
