import type { IncomingMessage } from 'node:http';
import { certificateFault } from '../outgoing/certificateFault.ts';
import { RefusedHost } from '../outgoing/checkedHost.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';
import { createParsing, type Parsing, type Sender } from '../parsing/createParsing.ts';
import type { XmlElement } from '../parsing/messages.ts';
import { type CasServer, casValidationAddress, isServiceTicket } from './casAddresses.ts';
import { CasFailure } from './casFailure.ts';
import { type CasLogout, type CasVerdict, logoutIn, plainValidationIn, validationIn } from './readCas.ts';

const longest = 262_144;
const most = { elements: 5_000, depth: 16 };

/** Answers are read in a process of their own (docs/decisions/0242, 0491). */
const parseApart = createParsing({
  places: 1,
  waiting: { all: 40, own: 4 },
  memoryMegabytes: 128,
  patienceMs: 10_000,
  idleMs: 30_000,
});

/** What of the other parts is needed here, and how long a server may take. */
export type CasWays = { request?: Outgoing['request']; parse?: Parsing; patienceMs?: number };

const rootOf = async (file: Buffer, sender: Sender, parse: Parsing): Promise<XmlElement> => {
  if (file.length > longest) throw new CasFailure('too_long', `${file.length}`);
  const found = await parse({ format: 'xml', most, file }, sender);
  if (found === 'busy') throw new CasFailure('busy');
  if ('xml' in found) return found.xml;
  throw new CasFailure('nonsense', 'refused' in found ? found.refused : 'error' in found ? found.error : '');
};

const bodyOf = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longest) throw new CasFailure('too_long');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const failureOf = (error: unknown): CasFailure => {
  if (error instanceof CasFailure) return error;
  if (error instanceof RefusedHost) return new CasFailure('refused_host', error.message, error);
  const untrusted = certificateFault(error);
  if (untrusted) return new CasFailure('certificate', untrusted, error);
  return new CasFailure('unreachable', error instanceof Error ? error.message : '', error);
};

/** The answer to a question: no redirect is followed, as it would pass on the ticket. */
const bodyAt = async (
  url: URL,
  { request = outgoing.request, patienceMs = 10_000 }: CasWays,
): Promise<Buffer> => {
  try {
    const response = await request(url, { signal: AbortSignal.timeout(patienceMs) });
    if (response.statusCode === 200) return await bodyOf(response);
    response.destroy();
    throw new CasFailure('status', `${response.statusCode}`);
  } catch (error) {
    throw failureOf(error);
  }
};

/** Asks a server who a ticket for `service` is for; throws `CasFailure`. */
export const validateTicket = async (
  server: CasServer,
  { service, ticket, sender }: { service: string; ticket: string; sender: Sender },
  ways: CasWays = {},
): Promise<CasVerdict> => {
  if (!isServiceTicket(ticket)) return { refused: 'INVALID_TICKET_SPEC', detail: '' };
  const body = await bodyAt(casValidationAddress(server, service, ticket), ways);
  return server.version === 1
    ? plainValidationIn(body)
    : validationIn(await rootOf(body, sender, ways.parse ?? parseApart));
};

/** Reads the field `logoutRequest` of a back-channel logout; throws `CasFailure`. */
export const readLogout = async (text: string, sender: Sender, ways: CasWays = {}): Promise<CasLogout> =>
  logoutIn(await rootOf(Buffer.from(text), sender, ways.parse ?? parseApart));
