import { randomBytes, randomInt } from 'node:crypto';
import { RefusedHost } from '../outgoing/checkedHost.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';
import { type Attribute, codes, longestValue, type Packet, types } from './packet.ts';
import { type Flaw, hidePassword, longestPassword, provenAnswer, signedRequest } from './proof.ts';

/** A RADIUS server and the secret that it shares with this installation. */
export type RadiusServer = { host: string; port: number; secret: string };
/** Servers in the order in which they are asked, and how long each of them may take. */
export type RadiusConfig = { servers: readonly RadiusServer[]; patienceMs: number; nasIdentifier: string };

/** A question of a server that wants more than the password: it goes back to that server with the answer. */
export type RadiusChallenge = { server: string; state: Buffer };
/** What a server said, with its messages for the user. */
export type RadiusVerdict = { messages: string[] } & (
  | { verdict: 'accept' | 'reject' }
  | { verdict: 'challenge'; challenge: RadiusChallenge }
);

/**
 * Why there is no verdict: what is asked cannot be sent, a server has no secret, its host is not connected to
 * or not known, none answered, or answers came that do not prove themselves or prove themselves with another secret.
 */
export type RadiusFault =
  | 'unsendable'
  | 'no_secret'
  | 'refused_host'
  | 'unknown_host'
  | 'no_answer'
  | 'unsigned'
  | 'forged';

/** There is no verdict; `server` is the last one asked. */
export class RadiusFailure extends Error {
  override name = 'RadiusFailure';
  readonly fault: RadiusFault;
  readonly server: string;
  constructor(fault: RadiusFault, server: string, cause?: unknown) {
    super(`no verdict of ${server}: ${fault}`, { cause });
    this.fault = fault;
    this.server = server;
  }
}

/** A user's name and password, or the code that a challenge asks for. */
export type RadiusQuestion = { username: string; password: string; challenge?: RadiusChallenge };

const nameOf = ({ host, port }: RadiusServer): string => `${host}:${port}`;
const [authenticateOnly, virtual] = [8, 5];
const number = (value: number): Buffer => Buffer.from([0, 0, 0, value]);

/** Whether a request can say this. A password that ends in zeros is one without them to a server. */
const isSendable = ({ username, password, challenge }: RadiusQuestion, nas: string): boolean =>
  [username, password].every((text) => text.isWellFormed() && !text.includes('\0')) &&
  [username, nas, ...(challenge ? [challenge.state] : [])].every((value) => {
    const length = Buffer.byteLength(value);
    return length > 0 && length <= longestValue;
  }) &&
  Buffer.byteLength(password) <= longestPassword;

const requestFor = (question: RadiusQuestion, nas: string, secret: Buffer): Packet => {
  const authenticator = randomBytes(16);
  const { username, password, challenge } = question;
  const attributes: Attribute[] = [
    { type: types.userName, value: Buffer.from(username) },
    { type: types.userPassword, value: hidePassword(Buffer.from(password), secret, authenticator) },
    { type: types.serviceType, value: number(authenticateOnly) },
    { type: types.nasIdentifier, value: Buffer.from(nas) },
    { type: types.nasPortType, value: number(virtual) },
  ];
  if (challenge) attributes.push({ type: types.state, value: challenge.state });
  return { code: codes.request, identifier: randomInt(256), authenticator, attributes };
};

/** Texts of a server as lines for a user: what is no text is left out. */
const messagesOf = ({ attributes }: Packet): string[] =>
  attributes
    .filter(({ type }) => type === types.replyMessage)
    .map(({ value }) =>
      value
        .toString('utf8')
        .replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
        .trim(),
    )
    .filter((text) => text !== '');

const verdictOf = (answer: Packet, server: string): RadiusVerdict => {
  const messages = messagesOf(answer);
  if (answer.code === codes.accept) return { verdict: 'accept', messages };
  const state = answer.attributes.find(({ type }) => type === types.state)?.value;
  if (answer.code === codes.reject || !state) return { verdict: 'reject', messages };
  return { verdict: 'challenge', messages, challenge: { server, state: Buffer.from(state) } };
};

type Exchange = { request: Packet; secret: Buffer; patienceMs: number };

/**
 * Sends a request to one address until a proven answer arrives, a second and a third time after a seventh and
 * three sevenths of its time. A repetition is the same bytes from the same port, so a server counts it once.
 * Answers that are not believed are passed over: the true one may still come.
 */
const exchange = async (
  open: Outgoing['datagrams'],
  target: { host: string; port: number },
  { request, secret, patienceMs }: Exchange,
): Promise<Packet | 'closed' | 'no_answer' | 'unsigned' | 'forged'> => {
  const line = await open(target).catch(() => undefined);
  if (!line) return 'closed';
  const bytes = signedRequest(request, secret);
  const flaws = new Set<Flaw>();
  const { promise, resolve } = Promise.withResolvers<Packet | 'closed' | undefined>();
  const send = () => line.send(bytes, (error) => error && resolve('closed'));
  line
    .on('error', () => resolve('closed'))
    .on('message', (datagram) => {
      const answer = provenAnswer(datagram, request, secret);
      if (typeof answer === 'string') flaws.add(answer);
      else resolve(answer);
    });
  const timers = [1 / 7, 3 / 7].map((part) => setTimeout(send, patienceMs * part));
  timers.push(setTimeout(resolve, patienceMs, undefined));
  send();
  try {
    const answer = await promise;
    if (answer) return answer;
    return flaws.has('forged') ? 'forged' : flaws.has('unsigned') ? 'unsigned' : 'no_answer';
  } finally {
    for (const timer of timers) clearTimeout(timer);
    line.close();
  }
};

const addressesOf = async (server: RadiusServer, { addresses }: Pick<Outgoing, 'addresses'>) => {
  try {
    return await addresses(server.host);
  } catch (error) {
    const fault = error instanceof RefusedHost ? 'refused_host' : 'unknown_host';
    throw new RadiusFailure(fault, nameOf(server), error);
  }
};

/** The verdict of one server: of the first of its addresses at which something listens. */
const askServer = async (
  server: RadiusServer,
  question: RadiusQuestion,
  { patienceMs, nasIdentifier }: RadiusConfig,
  ways: Pick<Outgoing, 'addresses' | 'datagrams'>,
): Promise<RadiusVerdict> => {
  // Without a secret every answer proves itself.
  if (server.secret === '') throw new RadiusFailure('no_secret', nameOf(server));
  const secret = Buffer.from(server.secret);
  for (const host of await addressesOf(server, ways)) {
    const request = requestFor(question, nasIdentifier, secret);
    const answer = await exchange(
      ways.datagrams,
      { host, port: server.port },
      { request, secret, patienceMs },
    );
    if (answer === 'closed') continue;
    if (typeof answer === 'string') throw new RadiusFailure(answer, nameOf(server));
    return verdictOf(answer, nameOf(server));
  }
  throw new RadiusFailure('no_answer', nameOf(server));
};

/**
 * Asks the servers in turn about a user's password (PAP), each one only when those before gave no verdict; a
 * challenge is answered to the server that made it. Throws `RadiusFailure`, the most telling one of all servers.
 */
export const askRadius = async (
  question: RadiusQuestion,
  config: RadiusConfig,
  ways: Pick<Outgoing, 'addresses' | 'datagrams'> = outgoing,
): Promise<RadiusVerdict> => {
  const { challenge } = question;
  const servers = config.servers.filter((server) => !challenge || nameOf(server) === challenge.server);
  const failures: RadiusFailure[] = [];
  if (!isSendable(question, config.nasIdentifier)) throw new RadiusFailure('unsendable', '');
  for (const server of servers) {
    try {
      return await askServer(server, question, config, ways);
    } catch (error) {
      if (!(error instanceof RadiusFailure)) throw error;
      failures.push(error);
    }
  }
  const silent = new RadiusFailure('no_answer', challenge?.server ?? '');
  throw failures.find(({ fault }) => fault !== 'no_answer') ?? failures.at(-1) ?? silent;
};
