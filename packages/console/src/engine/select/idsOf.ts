/** The ids in a form value, which is a list or a single id. */
export const idsOf = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id): id is string | number => (typeof id === 'string' && id !== '') || typeof id === 'number',
  );
