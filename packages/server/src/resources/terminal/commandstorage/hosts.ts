/** What stands for a password in an address that is shown. */
const mask = '******';

/** The address as it is shown: without its password. */
export const maskedHost = (host: string): string => {
  const url = URL.parse(host);
  if (!url?.password) return host;
  const { protocol, username, host: place, pathname } = url;
  return `${protocol}//${username}:${mask}@${place}${pathname === '/' ? '' : pathname}`;
};

/** Addresses as a client sent them, with the passwords that it saw masked. */
export const unmaskedHosts = (sent: readonly string[], kept: readonly string[]): string[] => {
  const byMasked = new Map(kept.map((host) => [maskedHost(host), host]));
  return sent.map((host) => byMasked.get(host) ?? host);
};

/** Whether an address is one that searches can be sent to (reference 05 §3.2). */
export const isHostAddress = (host: string): boolean => {
  if (host.includes('#')) return false;
  const url = URL.parse(host);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
};
