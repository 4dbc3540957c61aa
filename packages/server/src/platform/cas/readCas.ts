import type { XmlElement } from '../parsing/messages.ts';
import { isServiceTicket } from './casAddresses.ts';
import { CasFailure } from './casFailure.ts';

/** Who a ticket is for, with what the server says about that user; or why the ticket is not taken. */
export type CasVerdict =
  | { user: string; attributes: ReadonlyMap<string, readonly string[]> }
  | { refused: string; detail: string };

const cas = (name: string): string => `{http://www.yale.edu/tp/cas}${name}`;
const protocol = (name: string): string => `{urn:oasis:names:tc:SAML:2.0:protocol}${name}`;
const longestName = 256;

const nonsense = (detail: string): CasFailure => new CasFailure('nonsense', detail);
const named = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The only child of a name: with two, readers may differ about who the user is. */
const only = (element: XmlElement, name: string): XmlElement => {
  const [child, ...others] = named(element, name);
  if (!child || others.length > 0) throw nonsense(`not one ${name}`);
  return child;
};

const attributeOf = ({ attributes }: XmlElement, name: string): string =>
  attributes.find(([each]) => each === name)?.[1] ?? '';

/** The text of an element without children. */
const textOf = (element: XmlElement): string => {
  if (element.children.length > 0) throw nonsense(`elements in ${element.name}`);
  return element.text.trim();
};

const userIn = (text: string): string => {
  if (text === '' || text.length > longestName || /[\p{Cc}\ufffd]/u.test(text)) throw nonsense('no user');
  return text;
};

const attributesOf = (success: XmlElement): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  const [list, ...others] = named(success, cas('attributes'));
  if (others.length > 0) throw nonsense('not one list of attributes');
  for (const child of list?.children ?? []) {
    const name = child.name.replace(/^\{.*\}/, '');
    found.set(name, [...(found.get(name) ?? []), textOf(child)]);
  }
  return found;
};

/** The verdict in an answer of `serviceValidate` or `p3/serviceValidate`. */
export const validationIn = (root: XmlElement): CasVerdict => {
  const [answer, ...others] = root.children;
  if (root.name !== cas('serviceResponse') || !answer || others.length > 0) throw nonsense(root.name);
  if (answer.name === cas('authenticationFailure'))
    return { refused: attributeOf(answer, 'code').slice(0, 64), detail: textOf(answer).slice(0, 300) };
  if (answer.name !== cas('authenticationSuccess')) throw nonsense(answer.name);
  // Only a ticket of a proxy is answered with proxies, and none was asked about.
  if (named(answer, cas('proxies')).length > 0) throw nonsense('proxies');
  return { user: userIn(textOf(only(answer, cas('user')))), attributes: attributesOf(answer) };
};

/** The verdict in an answer of `validate`, the first version: two lines, `yes` and the user. */
export const plainValidationIn = (body: Buffer): CasVerdict => {
  const lines = body.toString('utf8').split(/\r?\n/);
  if (lines[0] === 'no') return { refused: 'INVALID_TICKET', detail: '' };
  const [yes, user = '', ...rest] = lines;
  if (yes !== 'yes' || rest.join('') !== '') throw nonsense('neither yes nor no');
  return { user: userIn(user.trim()), attributes: new Map() };
};

/** The ticket whose sign-in a server ends (back-channel logout), with the time that the request says. */
export type CasLogout = { ticket: string; issued: string };

/** What a server asks for in `logoutRequest`. */
export const logoutIn = (root: XmlElement): CasLogout => {
  if (root.name !== protocol('LogoutRequest') || attributeOf(root, 'Version') !== '2.0')
    throw nonsense(root.name);
  const ticket = textOf(only(root, protocol('SessionIndex')));
  if (!isServiceTicket(ticket)) throw nonsense('no ticket');
  return { ticket, issued: attributeOf(root, 'IssueInstant') };
};
