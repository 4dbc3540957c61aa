import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import type { Sender } from '../parsing/createParsing.ts';
import { xmlRoot } from '../parsing/worker/xml.ts';
import { readLogout, validateTicket } from './cas.ts';
import { casLoginAddress, casLogoutAddress, casValidationAddress, isServiceTicket } from './casAddresses.ts';
import { logoutIn, validationIn } from './readCas.ts';

const ns = 'xmlns:cas="http://www.yale.edu/tp/cas"';
/** The examples of the protocol's specification (3.0.3, §2.5, §2.6 and appendix A), and logout (§2.3.3). */
const example = {
  success: `<cas:serviceResponse ${ns}>
 <cas:authenticationSuccess>
  <cas:user>username</cas:user>
  <cas:proxyGrantingTicket>PGTIOU-84678-8a9d...</cas:proxyGrantingTicket>
 </cas:authenticationSuccess>
</cas:serviceResponse>`,
  failure: `<cas:serviceResponse ${ns}>
 <cas:authenticationFailure code="INVALID_TICKET">
    Ticket ST-1856339-aA5Yuvrxzpv8Tau1cYQ7 not recognized
  </cas:authenticationFailure>
</cas:serviceResponse>`,
  attributes: `<cas:serviceResponse ${ns}>
    <cas:authenticationSuccess>
      <cas:user>username</cas:user>
      <cas:attributes>
        <cas:firstname>John</cas:firstname>
        <cas:lastname>Doe</cas:lastname>
        <cas:title>Mr.</cas:title>
        <cas:email>jdoe@example.org</cas:email>
        <cas:affiliation>staff</cas:affiliation>
        <cas:affiliation>faculty</cas:affiliation>
      </cas:attributes>
      <cas:proxyGrantingTicket>PGTIOU-84678-8a9d...</cas:proxyGrantingTicket>
    </cas:authenticationSuccess>
  </cas:serviceResponse>`,
  logout: `<samlp:LogoutRequest
     xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
     xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"
     ID="LR-1"
     Version="2.0"
     IssueInstant="2026-11-29T20:00:00Z">
    <saml:NameID>@NOT_USED@</saml:NameID>
    <samlp:SessionIndex>ST-1856339-aA5Yuvrxzpv8Tau1cYQ7</samlp:SessionIndex>
  </samlp:LogoutRequest>`,
};

type Reply = (request: IncomingMessage, response: ServerResponse) => void;
let reply: Reply = () => undefined;
const server = createServer((request, response) => reply(request, response));
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas/`;
});
afterAll(() => server.close());

const sender: Sender = { who: 'test', signal: new AbortController().signal };
const [service, ticket] = ['https://gate.example/back?next=%2Fui&a=1', 'ST-1856339-aA5Yuvrxzpv8Tau1cYQ7'];
const saying =
  (body: string | Buffer, status = 200): Reply =>
  (_request, response) =>
    response.writeHead(status).end(body);
const validate = (version: 1 | 2 | 3, answer: Reply, over: { ticket?: string; patienceMs?: number } = {}) => {
  reply = answer;
  const { patienceMs = 60_000 } = over;
  return validateTicket({ url, version }, { service, ticket: over.ticket ?? ticket, sender }, { patienceMs });
};

test('addresses carry service and ticket as they are, whatever the address of the server ends in', () => {
  for (const base of [
    'https://cas.example/cas',
    'https://cas.example/cas/',
    ' https://cas.example/cas//?x=1#y',
  ]) {
    const asked = casValidationAddress({ url: base, version: 3 }, service, ticket);
    expect(asked.href.startsWith('https://cas.example/cas/p3/serviceValidate?')).toBe(true);
    expect([asked.searchParams.get('service'), asked.searchParams.get('ticket')]).toEqual([service, ticket]);
  }
  const of = (version: 1 | 2) =>
    casValidationAddress({ url: 'https://cas.example', version }, service, ticket).pathname;
  expect([of(1), of(2)]).toEqual(['/validate', '/serviceValidate']);
  const root = { url: 'https://cas.example', version: 3 } as const;
  expect(casLoginAddress(root, service).href).toBe(
    `https://cas.example/login?service=${encodeURIComponent(service)}`,
  );
  expect(casLogoutAddress(root, service).pathname).toBe('/logout');
  for (const wrong of ['', 'cas.example', 'file:///etc/passwd', 'https://user@cas.example/'])
    expect(() => casLoginAddress({ url: wrong, version: 3 }, service)).toThrow(
      expect.objectContaining({ fault: 'address' }),
    );
});

test('only service tickets are tickets', async () => {
  expect([ticket, 'ST-1-x_y.z-cas01.example.org'].every(isServiceTicket)).toBe(true);
  const wrong = ['', 'ST-', 'PT-1-x', 'PGT-1-x', 'st-1-x', 'ST-1 x', 'ST-1\nx', `ST-${'x'.repeat(300)}`];
  expect(wrong.filter(isServiceTicket)).toEqual([]);
  const asked: string[] = [];
  const verdict = await validate(3, (request) => asked.push(`${request.url}`), { ticket: 'PT-1-x' });
  expect([verdict, asked]).toEqual([{ refused: 'INVALID_TICKET_SPEC', detail: '' }, []]);
});

test('the three versions ask at their addresses and read the examples of the specification', async () => {
  const asked: string[] = [];
  const noting =
    (body: string): Reply =>
    (request, response) => {
      asked.push(new URL(`http://x${request.url}`).pathname);
      response.end(body);
    };
  const none = new Map();
  expect(await validate(1, noting('yes\nusername\n'))).toEqual({ user: 'username', attributes: none });
  expect(await validate(1, noting('no\n\n'))).toEqual({ refused: 'INVALID_TICKET', detail: '' });
  expect(await validate(2, noting(example.success))).toEqual({ user: 'username', attributes: none });
  expect(await validate(2, noting(example.failure))).toEqual({
    refused: 'INVALID_TICKET',
    detail: 'Ticket ST-1856339-aA5Yuvrxzpv8Tau1cYQ7 not recognized',
  });
  expect(await validate(3, noting(example.attributes))).toEqual({
    user: 'username',
    attributes: new Map([
      ['firstname', ['John']],
      ['lastname', ['Doe']],
      ['title', ['Mr.']],
      ['email', ['jdoe@example.org']],
      ['affiliation', ['staff', 'faculty']],
    ]),
  });
  expect(asked).toEqual(
    ['validate', 'validate', 'serviceValidate', 'serviceValidate', 'p3/serviceValidate'].map(
      (path) => `/cas/${path}`,
    ),
  );
});

test.each<[string, string, 1 | 2 | 3, Reply]>([
  ['a redirect', 'status', 3, (_request, response) => response.writeHead(302, { location: '/login' }).end()],
  ['an error', 'status', 3, saying(example.success, 500)],
  ['a page', 'nonsense', 3, saying('<!doctype html><html><body>Sign in</body></html>')],
  ['an entity', 'nonsense', 2, saying(example.success.replace('username', '&xxe;'))],
  [
    'a document type',
    'nonsense',
    2,
    saying(
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${example.success.replace('username', '&x;')}`,
    ),
  ],
  ['neither yes nor no', 'nonsense', 1, saying('maybe\nusername\n')],
  ['more than a user', 'nonsense', 1, saying('yes\nusername\nadmin\n')],
  ['no user', 'nonsense', 1, saying('yes\n\n')],
  ['megabytes', 'too_long', 3, saying(Buffer.alloc(300_000, ' '))],
])('a server that answers with %s gives no verdict', async (_what, fault, version, answer) => {
  await expect(validate(version, answer)).rejects.toMatchObject({ name: 'CasFailure', fault });
});

test('a server that is silent, gone or not trusted gives no verdict', async () => {
  await expect(validate(3, () => undefined, { patienceMs: 100 })).rejects.toMatchObject({
    fault: 'unreachable',
  });
  const ask = (to: string) => validateTicket({ url: to, version: 3 }, { service, ticket, sender });
  await expect(ask('http://127.0.0.1:9/')).rejects.toMatchObject({ fault: 'unreachable' });
  await expect(ask('http://169.254.169.254/')).rejects.toMatchObject({ fault: 'refused_host' });
  const secure = https
    .createServer(selfSigned(), (_request, response) => response.end(example.success))
    .listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const at = `https://localhost:${(secure.address() as AddressInfo).port}/`;
  await expect(ask(at)).rejects.toMatchObject({
    fault: 'certificate',
    detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  secure.close();
});

const validation = (text: string) => validationIn(xmlRoot(Buffer.from(text), { elements: 1_000, depth: 16 }));
const success = (inner: string) =>
  `<cas:serviceResponse ${ns}><cas:authenticationSuccess>${inner}</cas:authenticationSuccess></cas:serviceResponse>`;

test('an answer in any prefix is the same; a comment does not cut a name', () => {
  const plain = example.success.replaceAll('cas:', '').replace('xmlns:cas', 'xmlns');
  expect(validation(plain)).toMatchObject({ user: 'username' });
  expect(validation(success('<cas:user>admin<!-- -->istrator</cas:user>'))).toMatchObject({
    user: 'administrator',
  });
  expect(
    validation(
      success('<cas:user> a </cas:user><cas:attributes><cas:__proto__>x</cas:__proto__></cas:attributes>'),
    ),
  ).toEqual({
    user: 'a',
    attributes: new Map([['__proto__', ['x']]]),
  });
});

test.each([
  ['two users', success('<cas:user>anna</cas:user><cas:user>admin</cas:user>')],
  ['no user', success('<cas:attributes/>')],
  ['an empty user', success('<cas:user> </cas:user>')],
  ['a user of two lines', success('<cas:user>a&#10;b</cas:user>')],
  ['elements in the user', success('<cas:user>anna<cas:b/></cas:user>')],
  ['a user of another namespace', success('<user>anna</user>')],
  ['two lists of attributes', success('<cas:user>a</cas:user><cas:attributes/><cas:attributes/>')],
  ['proxies', success('<cas:user>a</cas:user><cas:proxies><cas:proxy>https://p</cas:proxy></cas:proxies>')],
  [
    'success and failure',
    example.success.replace(
      '</cas:serviceResponse>',
      '<cas:authenticationFailure code="X"/></cas:serviceResponse>',
    ),
  ],
  ['nothing', `<cas:serviceResponse ${ns}/>`],
  ['another namespace', example.success.replace('tp/cas', 'tp/cast')],
  [
    'a success without its frame',
    `<cas:authenticationSuccess ${ns}><cas:user>a</cas:user></cas:authenticationSuccess>`,
  ],
])('an answer with %s is none', (_what, text) => {
  expect(() => validation(text)).toThrow(expect.objectContaining({ name: 'CasFailure', fault: 'nonsense' }));
});

test('a logout names the ticket whose sign-in ends', async () => {
  expect(await readLogout(example.logout, sender)).toEqual({ ticket, issued: '2026-11-29T20:00:00Z' });
  await expect(readLogout(`<!DOCTYPE a>${example.logout}`, sender)).rejects.toMatchObject({
    fault: 'nonsense',
  });
  await expect(readLogout(' '.repeat(300_000), sender)).rejects.toMatchObject({ fault: 'too_long' });
  const logout = (text: string) => logoutIn(xmlRoot(Buffer.from(text), { elements: 1_000, depth: 16 }));
  for (const wrong of [
    example.success,
    example.logout.replace('Version="2.0"', 'Version="1.0"'),
    example.logout.replace('ST-', 'PGT-'),
    example.logout.replace('</saml:NameID>', '</saml:NameID><samlp:SessionIndex>ST-2</samlp:SessionIndex>'),
    example.logout.replaceAll('samlp:SessionIndex', 'saml:SessionIndex'),
  ])
    expect(() => logout(wrong)).toThrow(expect.objectContaining({ fault: 'nonsense' }));
});
