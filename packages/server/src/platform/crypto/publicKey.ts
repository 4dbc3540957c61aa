import ssh2, { type ParsedKey } from 'ssh2';

/** Maximum length of a public key, in characters: several times what RSA with 16,384 bits needs. */
const longest = 16_384;

/**
 * Parses an SSH public key; undefined when it cannot be read, or is a private one. The parser of private keys
 * needs minutes for some texts, so it sees none.
 */
export const readPublicKey = (text: string): ParsedKey | undefined => {
  if (text.length > longest || /PRIVATE KEY|PuTTY-User-Key/.test(text)) return undefined;
  const parsed = ssh2.utils.parseKey(text);
  const [key] = [parsed].flat();
  return key && !(key instanceof Error) ? key : undefined;
};
