/** What the server lacks for the moment. */
export type Outage = 'unavailable' | 'disk_full';

/** After how many seconds a client may try again. */
export const retryAfter: Readonly<Record<Outage, number>> = { unavailable: 5, disk_full: 60 };

/** Codes of PostgreSQL and of the system, each with what it means to a request. */
const codes: Readonly<Record<string, Outage>> = {
  // PostgreSQL is shutting down, crashed, starting, or a standby.
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '25006': 'unavailable',
  // It has no connection, memory or lock left.
  '53000': 'unavailable',
  '53200': 'unavailable',
  '53300': 'unavailable',
  '53400': 'unavailable',
  // It cannot read or write its files.
  '58000': 'unavailable',
  '58030': 'unavailable',
  '53100': 'disk_full',
  // Nothing answers at its address, or a connection broke.
  EAI_AGAIN: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  // This process has no file or socket left.
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
  EDQUOT: 'disk_full',
  ENOSPC: 'disk_full',
};
/** SQLSTATE class 08: the connection failed. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/;
/** The driver and its pool report these without a code. */
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed and is not queryable)/;

const meaningOf = ({ message, code }: Error & { code?: unknown }): Outage | undefined => {
  if (typeof code !== 'string') return messages.test(message) ? 'unavailable' : undefined;
  return CONNECTION_CLASS.test(code) ? 'unavailable' : Object.hasOwn(codes, code) ? codes[code] : undefined;
};

/** What the server lacked when an error occurred, by the error or its causes; undefined for any other error. */
export const outageOf = (error: unknown): Outage | undefined => {
  for (let each = error; each instanceof Error; each = each.cause) {
    const parts = each instanceof AggregateError ? each.errors.filter((part) => part instanceof Error) : [];
    const [found] = [each, ...parts].flatMap((part) => meaningOf(part) ?? []);
    if (found) return found;
  }
  return undefined;
};
