import { ValidationError } from '@gatehouse/contract/errors.ts';
import { Refused } from './kind.ts';

/** Runs a field kind's check outside a definition; refusals are reported under the field's name. */
export const onField = async <T>(field: string, check: () => T | Promise<T>): Promise<T> => {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new ValidationError({ [field]: error.reason });
  }
};
