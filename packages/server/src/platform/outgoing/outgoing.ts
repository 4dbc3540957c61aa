import { createSocket, type Socket as Line } from 'node:dgram';
import { lookup } from 'node:dns';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { connect, isIP, type LookupFunction, Socket } from 'node:net';
import tls from 'node:tls';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import {
  type AddressCheck,
  allowedAddresses,
  checkedLookup,
  isRefusedHost,
  RefusedHost,
  type Resolve,
} from './checkedHost.ts';
import { isForbiddenAddress, isRefusedAddress } from './refusedAddress.ts';

/** A request of the server; `proxy` is the address of an HTTP proxy, or empty. */
export type OutgoingRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
  signal?: AbortSignal;
  proxy?: string;
  /** Accepts any certificate, where an administrator chose so for this host. */
  acceptsAnyCertificate?: boolean;
};

/** Where a connection leads. */
type DialTarget = { host: string; port: number; timeoutMs: number };

/**
 * The only door through which the server connects to hosts that settings, components or the environment name
 * (docs/decisions/0223): no address of `refusedAddress.ts` is connected to, whatever name leads there.
 */
export type Outgoing = {
  /** Sends a request; resolves with any answer, also a redirect: none is followed. */
  request: (url: URL, request: OutgoingRequest) => Promise<IncomingMessage>;
  /** Opens a connection; rejects if there is none within `timeoutMs`. */
  dial: (target: DialTarget) => Promise<Socket>;
  /** Opens a connection over TLS; `ca` holds the certificates to trust, by default those of Node. */
  dialTls: (target: DialTarget & { ca?: string }) => Promise<Socket>;
  /** The addresses of a host that may be connected to; rejects if there is none. */
  addresses: (host: string) => Promise<string[]>;
  /** Opens a line for datagrams to one of these addresses: it hears only what comes from there. */
  datagrams: (target: { host: string; port: number }) => Promise<Line>;
  /** TLS over a connection that was opened for another beginning, such as StartTLS. */
  secure: (socket: Socket, target: DialTarget & { ca?: string }) => Promise<Socket>;
  /** Agents for libraries that send requests by Node's HTTP client. */
  agents: () => { httpAgent: http.Agent; httpsAgent: https.Agent };
  /** For libraries that open connections themselves; they must also refuse hosts by `isRefusedHost`. */
  lookup: LookupFunction;
};

/** TLS over an open connection. */
const secured = (socket: Socket, { host, timeoutMs, ca }: DialTarget & { ca?: string }): Promise<Socket> =>
  new Promise((opened, failed) => {
    const name = isIP(host) ? {} : { servername: host };
    const over = tls.connect({ ...MODERN_TLS, ...name, ...(ca && { ca }), socket, host });
    const giveUp = (error: Error) => {
      over.destroy();
      failed(error);
    };
    over.setTimeout(timeoutMs, () => giveUp(new Error(`${host} did not answer`)));
    over.once('error', giveUp).once('secureConnect', () => {
      over.setTimeout(0).removeListener('error', giveUp);
      opened(over);
    });
  });

/** An agent whose connections all pass the check. */
const guarded = <Agent extends http.Agent>(
  agent: Agent,
  checked: LookupFunction,
  isRefused: AddressCheck,
): Agent => {
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const host = options.host ?? 'localhost';
    if (isRefusedHost(host, isRefused)) return new Socket().destroy(new RefusedHost(host));
    return create({ ...options, lookup: checked }, done);
  };
  return agent;
};

const createDatagrams =
  (isRefused: AddressCheck): Outgoing['datagrams'] =>
  ({ host, port }) =>
    new Promise((opened, failed) => {
      // A name could lead to another address than the one that was checked.
      if (!isIP(host) || isRefusedHost(host, isRefused)) throw new RefusedHost(host);
      const line = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
      const giveUp = (error: Error) => {
        line.close();
        failed(error);
      };
      line.once('error', giveUp).connect(port, host, () => {
        line.removeListener('error', giveUp);
        opened(line);
      });
    });

export const createOutgoing = (
  resolve: Resolve = lookup,
  isRefused: AddressCheck = isRefusedAddress,
): Outgoing => {
  const checked = checkedLookup(resolve, isRefused);

  /**
   * The proxy by a checked address: Node resolves the proxy's name itself. One that speaks TLS keeps its
   * name, as its certificate is for the name, which no refused address can have.
   */
  const proxyOf = async (proxy: string) => {
    const url = new URL(proxy);
    const [first] = await allowedAddresses(url.hostname, resolve);
    if (url.protocol === 'http:' && first)
      url.hostname = first.family === 6 ? `[${first.address}]` : first.address;
    return { HTTP_PROXY: url.href, HTTPS_PROXY: url.href };
  };

  const request: Outgoing['request'] = async (
    url,
    { proxy, body, acceptsAnyCertificate = false, ...options },
  ) => {
    if (isRefusedHost(url.hostname, isRefused)) throw new RefusedHost(url.hostname);
    const proxyEnv = proxy ? await proxyOf(proxy) : undefined;
    const isTls = url.protocol === 'https:';
    const agent = isTls
      ? new https.Agent({ ...MODERN_TLS, proxyEnv, rejectUnauthorized: !acceptsAnyCertificate })
      : new http.Agent({ proxyEnv });
    return new Promise((answered, failed) => {
      (isTls ? https : http)
        .request(url, { ...options, agent: guarded(agent, checked, isRefused) })
        .on('response', answered)
        .on('error', failed)
        .end(body);
    });
  };

  const dial: Outgoing['dial'] = ({ host, port, timeoutMs }) =>
    new Promise((opened, failed) => {
      if (isRefusedHost(host, isRefused)) throw new RefusedHost(host);
      const socket = connect({ host, port, lookup: checked, noDelay: true });
      const giveUp = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        failed(error);
      };
      const timer = setTimeout(() => giveUp(new Error(`${host} did not answer`)), timeoutMs);
      socket.once('error', giveUp).once('connect', () => {
        clearTimeout(timer);
        socket.removeListener('error', giveUp);
        opened(socket);
      });
    });

  return {
    request,
    dial,
    addresses: async (host) =>
      (await allowedAddresses(host, resolve, isRefused)).map(({ address }) => address),
    datagrams: createDatagrams(isRefused),
    secure: secured,
    dialTls: async (target) => secured(await dial(target), target),
    agents: () => ({
      httpAgent: guarded(new http.Agent({ keepAlive: true, maxSockets: 50 }), checked, isRefused),
      httpsAgent: guarded(
        new https.Agent({ ...MODERN_TLS, keepAlive: true, maxSockets: 50 }),
        checked,
        isRefused,
      ),
    }),
    lookup: checked,
  };
};

/** Requests of this server, with names resolved by the machine. */
export const outgoing = createOutgoing();

/** Requests to components, which may run in private networks whatever the installation allows. */
export const toComponents = createOutgoing(lookup, isForbiddenAddress);
