import type { AuditEvent, EventKind } from './event.ts';
import { eventNames } from './event.ts';

/** How events are written. */
export type StreamFormat = 'syslog' | 'cef' | 'json';

/** Facility `log audit` of RFC 5424. */
const facility = 13;
const [warning, notice, informational] = [4, 5, 6] as const;
/** Severities of CEF, 0 to 10, by those of syslog. */
const cefSeverity = { [warning]: 7, [notice]: 5, [informational]: 3 } as const;

/** An operation of a user that a rule refused. */
const isByRule = ({ action, resource_key }: AuditEvent['body']): boolean =>
  action === 'reject' && String(resource_key).startsWith('acls.');

/** Whether what happened deserves a look: events were lost, or an attempt was refused. */
const severityOf = ({ kind, body }: AuditEvent): typeof warning | typeof notice | typeof informational => {
  if (kind === 'gap') return warning;
  const isRefused = body.status === false || body.is_success === false || Number(body.risk_level) > 0;
  return isRefused || isByRule(body) ? notice : informational;
};

const inHeader = (text: string): string => text.replace(/[\\|]/g, '\\$&').replace(/[\r\n]+/g, ' ');
const inExtension = (text: string): string => text.replace(/[\\=]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** Columns of rows that CEF has keys for. */
const cefKeys: Readonly<Record<string, string>> = {
  user: 'suser',
  username: 'suser',
  ip: 'src',
  remote_addr: 'src',
  asset: 'dhost',
  account: 'duser',
  action: 'act',
  user_agent: 'requestClientApplication',
  reason: 'reason',
};

const cef = (event: AuditEvent, version: string): string => {
  const { kind, number, at, body } = event;
  const head = ['CEF:0', 'Gatehouse', 'Gatehouse', version, kind, eventNames[kind]].map((part, at) =>
    at === 0 ? part : inHeader(part),
  );
  const known = Object.entries(body)
    .filter(([column, value]) => cefKeys[column] && typeof value === 'string' && value !== '')
    .map(([column, value]) => `${cefKeys[column]}=${inExtension(String(value))}`);
  const extension = [
    `rt=${at.getTime()}`,
    `externalId=${number}`,
    ...known,
    `msg=${inExtension(JSON.stringify(body))}`,
  ];
  return `${[...head, cefSeverity[severityOf(event)]].join('|')}|${extension.join(' ')}`;
};

const message = (kind: EventKind, number: number, body: AuditEvent['body']): string =>
  `${kind} - ${JSON.stringify({ number, ...body })}`;

/** An RFC 5424 message, counted as RFC 5425 wants it, so that a line break within does not end it. */
const framed = (event: AuditEvent, text: string, host: string): string => {
  const priority = facility * 8 + severityOf(event);
  const line = `<${priority}>1 ${event.at.toISOString()} ${host} gatehouse - ${event.kind} - ${text}`;
  return `${Buffer.byteLength(line)} ${line}`;
};

/** An event as the receiver gets it. */
export const eventText = (
  event: AuditEvent,
  format: StreamFormat,
  from: { host: string; version: string },
): string => {
  const { kind, number, at, body } = event;
  // The name stands between spaces.
  const host = from.host.replace(/[^\x21-\x7e]+/g, '-').slice(0, 255) || '-';
  if (format === 'json')
    return `${JSON.stringify({ number, kind, time: at.toISOString(), host: from.host, event: body })}\n`;
  return framed(event, format === 'cef' ? cef(event, from.version) : message(kind, number, body), host);
};
