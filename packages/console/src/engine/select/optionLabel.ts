import type { Row } from '../resource/row.ts';

/** An option of a select. */
export type SelectOption = { value: string | number; label: string; disabled?: boolean };

/**
 * Name of a related row in a select: its path or name, and in brackets what distinguishes it from rows of the
 * same name.
 */
export const optionLabel = (row: Row): string => {
  const name = row.full_value ?? row.display_name ?? row.name ?? row.value ?? row.id;
  const fact = row.username ?? row.address;
  return fact && fact !== name ? `${name} (${fact})` : String(name);
};

/** A row as an option. */
export const optionOf = (row: Row): SelectOption => ({
  value: row.id,
  label: optionLabel(row),
  ...(row.disabled === true && { disabled: true }),
});
