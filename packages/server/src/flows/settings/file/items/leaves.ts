import { isValues, type Values } from '../../../../engine/resource.ts';
import type { Entry } from '../../../../platform/yaml.ts';
import { isReference } from '../reference.ts';

/** Values by path: those of an object under its name followed by theirs. */
export const leavesOf = (values: Values): Map<string, unknown> =>
  new Map(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      isValues(value) && !isReference(value)
        ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner])
        : [[name, value]],
    ),
  );

/** The entries of a file by path, as `leavesOf` names them. */
export const leafEntriesOf = (entries: readonly Entry[]): { path: string; entry: Entry }[] =>
  entries.flatMap((entry) =>
    isValues(entry.value) && !isReference(entry.value)
      ? entry.entries.map((part) => ({ path: `${entry.key}.${part.key}`, entry: part }))
      : [{ path: entry.key, entry }],
  );
