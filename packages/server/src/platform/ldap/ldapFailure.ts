/**
 * Why a directory did not do what it was asked: its address is none, its host is not connected to or not
 * reached, its certificate is not trusted, it speaks no TLS (any more), it demands TLS, it refused the name
 * and password, may not be read, or has no such base; the filter is none, several entries are one user; there
 * are too many entries, it took too long, answered nonsense, or refused for another reason.
 */
export type LdapFault =
  | 'address'
  | 'refused_host'
  | 'unreachable'
  | 'certificate'
  | 'tls'
  | 'needs_tls'
  | 'credentials'
  | 'denied'
  | 'base'
  | 'filter'
  | 'ambiguous'
  | 'size_limit'
  | 'time_limit'
  | 'nonsense'
  | 'other';

/** A directory did not do what it was asked; `detail` is for administrators: an own name, or what the server said. */
export class LdapFailure extends Error {
  override name = 'LdapFailure';
  readonly fault: LdapFault;
  readonly detail: string;
  constructor(fault: LdapFault, detail = '', cause?: unknown) {
    super(detail ? `the directory: ${fault} (${detail})` : `the directory: ${fault}`, { cause });
    this.fault = fault;
    this.detail = detail;
  }
}

/** Result codes of LDAP (RFC 4511 appendix A). */
const faults: Readonly<Record<number, LdapFault>> = {
  3: 'time_limit',
  4: 'size_limit',
  8: 'needs_tls',
  11: 'size_limit',
  13: 'needs_tls',
  32: 'base',
  34: 'base',
  48: 'credentials',
  49: 'credentials',
  50: 'denied',
};

/** Texts of a server as part of one line. */
const line = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** What an error of the library means; a connection that has ended tells why by `broken`. */
export const failureOf = (error: unknown, broken?: LdapFailure): LdapFailure => {
  if (error instanceof LdapFailure) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const said = error instanceof Error ? line(error.message) : '';
  if (typeof code === 'number') return new LdapFailure(faults[code] ?? 'other', said, error);
  return broken ?? new LdapFailure('unreachable', said, error);
};
