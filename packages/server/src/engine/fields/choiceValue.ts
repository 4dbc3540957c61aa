/** The value itself, or that of `{value}`. */
export const rawOf = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null && 'value' in value) return value.value;
  return value;
};

/** The choice that a value, `{value}` or `Label(value)` names; undefined for none. */
export const match = (value: unknown, choices: readonly (string | number)[]): string | number | undefined => {
  const raw = rawOf(value);
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const direct = choices.find((choice) => String(choice) === String(raw));
  if (direct !== undefined || typeof raw !== 'string') return direct;
  const inner = /\(([^()]*)\)\s*$/.exec(raw)?.[1];
  return inner === undefined ? undefined : choices.find((choice) => String(choice) === inner);
};

/** A refused value as the message shows it. */
export const asText = (value: unknown) =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 64);

/** Text of a choice in wire form: its label, or else the value itself. */
export const labelOf = (wire: unknown) =>
  typeof wire === 'object' && wire !== null && 'label' in wire
    ? String(wire.label)
    : wire === null
      ? ''
      : String(wire);
