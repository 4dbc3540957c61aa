import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { startMailServer } from '../../packages/server/test/servers/mailServer.ts';

/** In a thread of its own: an SMTP server that tells its port, and how many mails it took whenever it is asked. */
const server = await startMailServer();
parentPort?.postMessage((server.server.address() as AddressInfo).port);
parentPort?.on('message', () => parentPort?.postMessage(server.mails.length));
