import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { DatabaseTls } from './database.ts';

/** TLS over an open connection, for a way without a driver of its own. */
export const tlsOver = (socket: Duplex, tls: DatabaseTls): Duplex => connect({ socket, ...tls });
