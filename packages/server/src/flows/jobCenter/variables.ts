import type { JobSnapshot, JobVariable } from '@gatehouse/contract/ops/jobs.ts';

/** What variables of a command stand for on one machine. */
export type VariableValues = Readonly<Record<string, string>>;

/** A command with the assignments that it needs before it. */
export type Script = { prelude: string; command: string };

const place = /\{\{\s*([\w.]+)\s*\}\}/g;

/** A value as one word of a POSIX shell. */
const quoted = (value: string): string => `'${value.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** Values that the user gave, over the defaults of the definition. */
export const parametersOf = (
  {
    use_parameter_define,
    parameters_define,
  }: Pick<JobSnapshot, 'use_parameter_define' | 'parameters_define'>,
  given: unknown,
): VariableValues => {
  if (!use_parameter_define) return {};
  const defined = objectIn(parameters_define);
  const values = objectIn(given);
  return Object.fromEntries(
    Object.entries(defined).map(([name, one]) => [name, String(values[name] ?? objectIn(one).default ?? '')]),
  );
};

const objectIn = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? { ...value } : {};
  try {
    return objectIn(JSON.parse(value) ?? {});
  } catch {
    return {};
  }
};

/**
 * The command in which variables of the shell stand in place of `{{ name }}`. A value is never part of the text of the
 * command, so that no name of an asset, and no parameter, can add to what runs.
 */
export const scriptOf = (command: string, values: VariableValues): Script => {
  const used = new Map<string, string>();
  const text = command.replaceAll(place, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const variable = used.get(name) ?? `gatehouse_${used.size + 1}`;
    used.set(name, variable);
    return `\${${variable}}`;
  });
  const lines = [...used].map(([name, variable]) => `${variable}=${quoted(values[name] ?? '')}\n`);
  return { prelude: lines.join(''), command: text };
};

/** Values of the variables that every command may use. */
export const valuesFor = (of: Record<JobVariable, string>, parameters: VariableValues): VariableValues => ({
  ...parameters,
  ...of,
});
