/** Ids in a form value with one or many. */
export const idsOf = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id): id is string | number => (typeof id === 'string' && id !== '') || typeof id === 'number',
  );
