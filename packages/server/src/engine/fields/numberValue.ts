import { refuse } from './kind.ts';

/** A number, or text that spells one; undefined for anything else. */
export const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
};

/** Refuses a number beyond the limits of its field. */
export const within = (value: number, limits: { min?: number; max?: number }): number => {
  if (limits.min !== undefined && value < limits.min) return refuse('min_value', { min: limits.min });
  if (limits.max !== undefined && value > limits.max) return refuse('max_value', { max: limits.max });
  return value;
};
