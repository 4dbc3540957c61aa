/** An answer without its data: types by key, lists as the union of their entries. */
export type Shape = string | { [key: string]: Shape } | Shape[];

const patterns: readonly [RegExp, string][] = [
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'uuid'],
  [/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/, 'datetime'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'iso datetime'],
];

const scalarShape = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  return patterns.find(([pattern]) => pattern.test(value))?.[1] ?? 'text';
};

const isObject = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The key, or a placeholder for a key that is an id. */
const masked = (key: string): string => (patterns[0]?.[0].test(key) ? '{uuid}' : key);

const alternatives = (shape: Shape): string[] => (typeof shape === 'string' ? shape.split(' | ') : []);

/** A shape that covers both. A key that only one of them has ends in `?`. */
export const union = (a: Shape | undefined, b: Shape): Shape => {
  if (a === undefined) return b;
  if (Array.isArray(a) && Array.isArray(b)) {
    const [first] = [...a, ...b];
    return first === undefined ? [] : [[...a, ...b].reduce((all, shape) => union(all, shape), first)];
  }
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)].map((name) => name.replace(/\?$/, '')));
    return Object.fromEntries(
      [...names].sort().map((name): [string, Shape] => {
        const [left, right] = [a, b].map((side) => (side as Record<string, Shape>)[name]);
        const found = [a, b].flatMap((side) => {
          const { [name]: always, [`${name}?`]: sometimes } = side as Record<string, Shape>;
          return [always, sometimes].filter((shape): shape is Shape => shape !== undefined);
        });
        const both = left !== undefined && right !== undefined;
        return [both ? name : `${name}?`, found.reduce((all, shape) => union(all, shape))];
      }),
    );
  }
  const texts = [a, b].flatMap((shape) =>
    typeof shape === 'string' ? alternatives(shape) : [JSON.stringify(shape)],
  );
  return [...new Set(texts)].sort().join(' | ');
};

/** The shape of a value. */
export const shapeOf = (value: unknown): Shape => {
  if (Array.isArray(value)) {
    const entries = value.map(shapeOf);
    return entries.length ? [entries.reduce((all, shape) => union(all, shape))] : [];
  }
  if (!isObject(value)) return scalarShape(value);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]): [string, Shape] => [masked(key), shapeOf(part)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
};

const texts = new Set(['label', 'help_text', 'name', 'description', 'title', 'titles', 'placeholder']);

/** Metadata with its texts, ids and times masked; keys, types, limits, choices and flags are kept. */
export const metadataOf = (value: unknown, key = ''): unknown => {
  if (typeof value === 'string') return texts.has(key) ? 'text' : patternless(value);
  if (Array.isArray(value)) return value.map((entry) => metadataOf(entry, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [masked(name), metadataOf(part, name)]),
  );
};

const patternless = (value: string): string =>
  patterns.find(([pattern]) => pattern.test(value))?.[1] ?? value;
