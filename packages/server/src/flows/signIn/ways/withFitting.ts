import { ValidationError } from '@gatehouse/contract/errors.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Writes what can be written: a fact that does not fit, such as the mail address of another user, is left out. */
export const withFitting = async <T>(
  facts: Facts,
  needed: readonly string[],
  write: (facts: Facts) => Promise<T>,
): Promise<T> => {
  try {
    return await write(facts);
  } catch (error) {
    const faults =
      error instanceof ValidationError && !Array.isArray(error.fields) ? Object.keys(error.fields) : [];
    if (faults.length === 0 || faults.some((name) => needed.includes(name) || !(name in facts))) throw error;
    return write(Object.fromEntries(Object.entries(facts).filter(([name]) => !faults.includes(name))));
  }
};
