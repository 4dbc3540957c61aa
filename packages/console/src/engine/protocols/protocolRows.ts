/** A protocol as a platform offers it. */
export type ProtocolChoice = {
  name: string;
  port: number;
  primary?: boolean;
  required?: boolean;
  default?: boolean;
  public?: boolean;
  port_from_addr?: boolean;
  secret_types?: readonly string[];
  setting?: Record<string, unknown>;
};

/** A protocol as an asset or a platform holds it. */
export type ProtocolRow = { id?: number; name: string; port: number | null } & Partial<
  Omit<ProtocolChoice, 'name' | 'port'>
>;

/** Initial protocols of a new asset: its platform's primary, required and default ones. */
export const startingProtocols = (
  choices: readonly ProtocolChoice[],
): Pick<ProtocolChoice, 'name' | 'port'>[] =>
  choices
    .filter(({ primary, required, default: isDefault }) => primary || required || isDefault)
    .map(({ name, port }) => ({ name, port }));

/** Choices for a row: those that no other row uses. */
export const freeChoices = (
  choices: readonly ProtocolChoice[],
  rows: readonly ProtocolRow[],
  own?: string,
): ProtocolChoice[] => choices.filter(({ name }) => name === own || !rows.some((row) => row.name === name));

/** Whether a row may be removed: never the only one, and on an asset never a primary or required one. */
export const canRemove = (
  rows: readonly ProtocolRow[],
  row: ProtocolRow,
  choice: ProtocolChoice | undefined,
  isPlatform: boolean,
): boolean => {
  if (rows.length <= 1) return false;
  return isPlatform || !(choice?.primary || choice?.required || row.primary);
};

/** The rows with this one as the only primary one, moved to the top. */
export const withPrimary = (rows: readonly ProtocolRow[], name: string): ProtocolRow[] => {
  const marked = rows.map((row) => ({ ...row, primary: row.name === name }));
  return [...marked.filter(({ primary }) => primary), ...marked.filter(({ primary }) => !primary)];
};

/**
 * Port of a web address: the port it names, else 80 for http and 443 for everything else. Undefined for text
 * that is not an address.
 */
export const portOfAddress = (address: string): number | undefined => {
  const text = address.trim();
  if (!text) return undefined;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (url.port) return Number(url.port);
    return url.protocol === 'http:' ? 80 : 443;
  } catch {
    return undefined;
  }
};
