/** Ids in a form value with one or many. */
export const idsOf = (value: unknown): (string | number)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string | number => (typeof one === 'string' && one !== '') || typeof one === 'number',
  );
