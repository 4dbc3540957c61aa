/** Path of a field in a form. */
export type Path = (string | number)[];

/** Errors of a refused form: those of fields, and those of the form as a whole. */
export type PlacedErrors = { fields: { path: Path; message: string }[]; general: string[] };

type Leaf = { path: Path; message: string };

const leavesOf = (value: unknown, path: Path): Leaf[] => {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item !== 'object');
    const own = texts.length > 0 ? [{ path, message: texts.join('; ') }] : [];
    return [
      ...own,
      ...value.flatMap((item, index) => (typeof item === 'object' ? leavesOf(item, [...path, index]) : [])),
    ];
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  }
  return [{ path, message: String(value) }];
};

const GENERAL = new Set(['non_field_errors', 'detail', 'error', 'msg']);

const isUnder = (path: Path, registered: Path): boolean =>
  registered.length <= path.length && registered.every((part, index) => String(part) === String(path[index]));

const nearest = (path: Path, registered: readonly Path[]): Path | undefined =>
  registered.filter((name) => isUnder(path, name)).sort((a, b) => b.length - a.length)[0];

const merged = (fields: Leaf[]): Leaf[] => {
  const byPath = new Map<string, Leaf>();
  for (const leaf of fields) {
    const key = JSON.stringify(leaf.path);
    const known = byPath.get(key);
    byPath.set(key, known ? { ...known, message: `${known.message}; ${leaf.message}` } : leaf);
  }
  return [...byPath.values()];
};

/**
 * Distributes the body of a 400: each message goes to the closest field of the form, and several for one
 * field are joined by semicolons. Messages without a field on the form are returned as general ones, prefixed
 * with the name of the field they are about, if any.
 */
export const placeErrors = (
  body: unknown,
  registered: readonly Path[],
  labelOf: (name: string) => string = (name) => name,
): PlacedErrors => {
  if (typeof body === 'string') return { fields: [], general: body ? [body] : [] };
  const fields: Leaf[] = [];
  const general: string[] = [];
  const entries: [string, unknown][] = Array.isArray(body)
    ? [['non_field_errors', body]]
    : Object.entries((body ?? {}) as Record<string, unknown>);
  for (const [name, value] of entries) {
    if (name === 'code') continue;
    for (const leaf of leavesOf(value, [name])) {
      const target = nearest(leaf.path, registered);
      const rest = target ? leaf.path.slice(target.length) : [];
      const prefix = rest
        .map((part) => (typeof part === 'number' ? `#${part + 1}` : labelOf(part)))
        .join(' ');
      if (target)
        fields.push({ path: target, message: prefix ? `${prefix}: ${leaf.message}` : leaf.message });
      else general.push(GENERAL.has(name) ? leaf.message : `${labelOf(name)}: ${leaf.message}`);
    }
  }
  return { fields: merged(fields), general };
};
