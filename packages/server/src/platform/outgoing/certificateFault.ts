/** Codes of Node for certificates: `DEPTH_ZERO_SELF_SIGNED_CERT`, `ERR_TLS_CERT_ALTNAME_INVALID` and so on. */
const codes = /CERT|ISSUER|SIGNATURE|CRL|INVALID_CA|UNTRUSTED/;

/** The code of an error when a certificate was not trusted. */
export const certificateFault = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codes.test(code) ? code : undefined;
};
