/** A value that a job asks for when it is started by hand. */
export type Parameter = {
  name: string;
  label: string;
  default: string;
  /** What can be chosen; any text if undefined. */
  options?: { value: string; label: string }[];
};

type Definition = { label?: unknown; type?: unknown; default?: unknown; options?: unknown };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : String(value ?? ''));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

const optionsOf = ({ type, options }: Definition): Parameter['options'] =>
  type === 'select' && Array.isArray(options)
    ? options.filter(isObject).map(({ value, label }) => ({
        value: textOf(value),
        label: textOf(label ?? value),
      }))
    : undefined;

/** The parameters of a job, which stores them as an object or as its JSON. */
export const parametersOf = (job: {
  use_parameter_define: boolean;
  parameters_define: unknown;
}): Parameter[] => {
  const definitions = parsed(job.parameters_define);
  if (!job.use_parameter_define || !isObject(definitions)) return [];
  return Object.entries(definitions).map(([name, given]) => {
    const definition: Definition = isObject(given) ? given : {};
    const options = optionsOf(definition);
    return {
      name,
      label: textOf(definition.label) || name,
      default: textOf(definition.default),
      ...(options && { options }),
    };
  });
};
