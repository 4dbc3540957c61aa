import type { JobSnapshot, JobVariable } from '@gatehouse/contract/ops/jobs.ts';
import { barePlaces } from './barePlaces.ts';

/** The values of a command's variables on one machine. */
export type VariableValues = Readonly<Record<string, string>>;

/** A command, with the assignments that must precede it, or the values of its variables where these are handed over beside it. */
export type Script = { prelude: string; command: string; values?: string[] };

const place = /\{\{\s*([\w.]+)\s*\}\}/g;

/** A value as one word of a POSIX shell. */
const quoted = (value: string): string => `'${value.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** Values from the user, which override the defaults of the definition. */
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
 * The command in which variables of the shell stand in place of `{{ name }}`, for the values of each machine. A value
 * is never part of the text of the command, and always one word, so that no name of an asset, and no parameter, can
 * add to what runs, or to its arguments.
 */
export const scriptsOf = (command: string): ((values: VariableValues) => Script) => {
  const bare = command.includes('{{') ? barePlaces(command) : [];
  return (values) => {
    const used = new Map<string, string>();
    const text = command.replaceAll(place, (whole, name: string, at: number) => {
      if (!Object.hasOwn(values, name)) return whole;
      const variable = used.get(name) ?? `gatehouse_${used.size + 1}`;
      used.set(name, variable);
      return bare[at] ? `"\${${variable}}"` : `\${${variable}}`;
    });
    const lines = [...used].map(([name, variable]) => `${variable}=${quoted(values[name] ?? '')}\n`);
    return { prelude: lines.join(''), command: text };
  };
};

/**
 * The same for PowerShell, whose variables get their values beside the text. Everywhere but in single quotes, `${name}` is
 * one word, or a part of one, and never a command; its value is not read again.
 */
export const powershellWith = (command: string, values: VariableValues): Required<Script> => {
  const used: string[] = [];
  const text = command.replaceAll(place, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    if (!used.includes(name)) used.push(name);
    return `\${gatehouse_${used.indexOf(name) + 1}}`;
  });
  return { prelude: '', command: text, values: used.map((name) => values[name] ?? '') };
};

/** A command as logs and messages show it: with the values of its parameters, by which it may be another one. */
export const withParameters = (
  command: string,
  definition: Pick<JobSnapshot, 'use_parameter_define' | 'parameters_define'>,
  given: unknown,
): string => {
  const parameters = parametersOf(definition, given);
  return Object.keys(parameters).length > 0 ? `${command} ${JSON.stringify(parameters)}` : command;
};

/** Values of the variables that every command may use. */
export const valuesFor = (of: Record<JobVariable, string>, parameters: VariableValues): VariableValues => ({
  ...parameters,
  ...of,
});
