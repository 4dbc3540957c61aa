import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import { startSlapd } from '../../../test/servers/slapd.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { bindAs, type Directory, findUser, listUsers, testConnection } from './directory.ts';

const password = 'admin "pass"';
const root = 'dc=example,dc=org';
const person = (cn: string, over: Record<string, string | string[]> = {}) => ({
  ...{ objectClass: 'inetOrgPerson', cn, sn: cn, mail: `${cn}@example.org`, userPassword: `secret of ${cn}` },
  ...over,
});
const unit = (ou: string) => ({ objectClass: 'organizationalUnit', ou });
/** Names as an attacker, or a company, may choose them. */
const hostile = ['*', 'a*', '(a)', 'a)(cn=*', 'a\\', '\\2a', 'ü\u{1f642}', 'a|b', '%(user)s', 'a"b;c<d>'];
/** A name in a DN (RFC 4514): each byte in hex. */
const rdn = (name: string) => `cn=${Buffer.from(name).toString('hex').replace(/../g, '\\$&')}`;

let slapd: Awaited<ReturnType<typeof startSlapd>>;
beforeAll(async () => {
  slapd = await startSlapd(password, [
    [`ou=staff,${root}`, unit('staff')],
    [`ou=guests,${root}`, unit('guests')],
    [`ou=crowd,${root}`, unit('crowd')],
    [`ou=hidden,${root}`, unit('hidden')],
    [`ou=hostile,${root}`, unit('hostile')],
    [`cn=small,${root}`, person('small')],
    [`cn=anna,ou=staff,${root}`, person('anna', { sn: ['Anna', 'Smith'], telephoneNumber: '1' })],
    [`cn=ben,ou=guests,${root}`, person('ben', { jpegPhoto: '\u0000' })],
    [`cn=twin,ou=staff,${root}`, person('twin')],
    [`cn=twin,ou=guests,${root}`, person('twin')],
    ...Array.from({ length: 250 }, (_, at) => person(`u${at}`)).map(
      (each) => [`cn=${each.cn},ou=crowd,${root}`, each] as [string, typeof each],
    ),
    ...hostile.map((name) => {
      const entry = person(name, { mail: 'hostile@example.org' });
      return [`${rdn(name)},ou=hostile,${root}`, entry] as [string, typeof entry];
    }),
  ]);
});
afterAll(() => slapd?.stop());

const directory = (over: Partial<Directory> = {}): Directory => ({
  ...{
    uri: `ldap://127.0.0.1:${slapd.ports.plain}`,
    startTls: false,
    ca: '',
    connectMs: 30_000,
    answerMs: 30_000,
  },
  ...{ bindDn: `cn=admin,${root}`, bindPassword: password, pageSize: 100 },
  ...{ bases: `ou=staff,${root} | ou=guests,${root}`, filter: '(&(objectClass=person)(cn=%(user)s))' },
  attributes: { username: 'cn', name: 'SN', email: 'mail', phone: 'telephoneNumber', photo: 'jpegPhoto' },
  ...over,
});
const tls = (over: Partial<Directory> = {}) =>
  directory({ uri: `ldaps://localhost:${slapd.ports.tls}`, ...over });
const listed = async (from: Directory, most?: number) => {
  const found: string[] = [];
  for await (const { values } of listUsers(from, { ...(most && { most }) })) found.push(`${values.username}`);
  return found;
};

test('a user is found under any of the bases, by own names of attributes', async () => {
  expect(await findUser(directory(), 'anna')).toEqual({
    dn: `cn=anna,ou=staff,${root}`,
    values: {
      username: ['anna'],
      name: ['Anna', 'Smith'],
      email: ['anna@example.org'],
      phone: ['1'],
      photo: [],
    },
    cut: [],
  });
  expect(await findUser(directory(), 'ben')).toMatchObject({ dn: `cn=ben,ou=guests,${root}` });
  expect(await findUser(directory({ bases: `ou=guests,${root}` }), 'anna')).toBeUndefined();
  await expect(findUser(directory(), 'twin')).rejects.toMatchObject({ fault: 'ambiguous', detail: 'twin' });
});

test('whatever a name holds, it finds its own entry and no other', async () => {
  const here = directory({ bases: `ou=hostile,${root}` });
  for (const name of hostile)
    expect([name, (await findUser(here, name))?.values.username]).toEqual([name, [name]]);
  for (const name of ['', 'a', 'a*b', ')', '*)(cn=*', 'a\0', '\ud800', 'x'.repeat(300)])
    expect([name, await findUser(here, name)]).toEqual([name, undefined]);
});

test('a password opens its entry; another one and none at all do not', async () => {
  const anna = `cn=anna,ou=staff,${root}`;
  expect(await bindAs(directory(), anna, 'secret of anna')).toBe(true);
  expect(await bindAs(directory(), anna, 'secret')).toBe(false);
  // OpenLDAP, like many, would answer that an empty password is right.
  expect(await bindAs(directory(), anna, '')).toBe(false);
  expect(await bindAs(directory(), '', 'secret of anna')).toBe(false);
  expect(await bindAs(directory(), `cn=none,${root}`, 'x')).toBe(false);
});

test('all users are listed page by page, each once, and not more than the limit', async () => {
  const crowd = directory({ bases: `ou=crowd,${root}|ou=staff,${root}|ou=crowd,${root}|${root}` });
  const found = await listed(crowd);
  expect(found).toHaveLength(250 + 5 + hostile.length);
  expect(new Set(found.filter((name) => /^u\d/.test(name))).size).toBe(250);
  expect(await listed(directory({ bases: `ou=crowd,${root}` }), 250)).toHaveLength(250);
  await expect(listed(directory({ bases: `ou=crowd,${root}` }), 249)).rejects.toMatchObject({
    fault: 'size_limit',
  });
  expect(await testConnection(crowd)).toEqual([
    { base: `ou=crowd,${root}`, users: 250 },
    { base: `ou=staff,${root}`, users: 2 },
    { base: root, users: 250 + 5 + hostile.length },
  ]);
});

test('over TLS and StartTLS the certificate is checked, also against an own authority', async () => {
  const { ca, ports } = slapd;
  const plain = { uri: `ldap://localhost:${ports.plain}`, startTls: true };
  for (const over of [{}, plain]) {
    expect(await findUser(tls({ ca, ...over }), 'anna')).toMatchObject({ values: { username: ['anna'] } });
    await expect(findUser(tls(over), 'anna')).rejects.toMatchObject({ fault: 'certificate' });
    const other = selfSigned('other').cert;
    await expect(findUser(tls({ ca: other, ...over }), 'anna')).rejects.toMatchObject({
      fault: 'certificate',
    });
  }
  const lookup = createOutgoing((_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]));
  const named = { ca, uri: `ldaps://other.example:${ports.tls}` };
  await expect(findUser(tls(named), 'anna', lookup)).rejects.toMatchObject({
    fault: 'certificate',
    detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  await expect(findUser(tls({ ca, uri: `ldaps://localhost:${ports.plain}` }), 'anna')).rejects.toMatchObject({
    fault: 'tls',
  });
});

test.each<[string, () => Partial<Directory>, object]>([
  ['an address of the web', () => ({ uri: 'http://127.0.0.1' }), { fault: 'address' }],
  ['a port where nothing listens', () => ({ uri: 'ldap://127.0.0.1:9' }), { fault: 'unreachable' }],
  ['the metadata of a cloud', () => ({ uri: 'ldap://169.254.169.254' }), { fault: 'refused_host' }],
  ['a wrong password', () => ({ bindPassword: 'wrong' }), { fault: 'credentials' }],
  ['no password', () => ({ bindPassword: '' }), { fault: 'credentials' }],
  [
    'a base that is not there',
    () => ({ bases: `ou=none,${root}` }),
    { fault: 'base', detail: `ou=none,${root}` },
  ],
  ['a base that is none', () => ({ bases: 'staff' }), { fault: 'base', detail: 'staff' }],
  ['a filter without a name', () => ({ filter: '(cn=anna)' }), { fault: 'filter' }],
  ['a filter that is none', () => ({ filter: '(&(cn=%(user)s)' }), { fault: 'filter' }],
  [
    'a searcher with a limit',
    () => ({ bindDn: `cn=small,${root}`, bindPassword: 'secret of small', bases: root }),
    { fault: 'size_limit' },
  ],
  [
    'a searcher who may not look',
    () => ({ bindDn: `cn=small,${root}`, bindPassword: 'secret of small', bases: `ou=hidden,${root}` }),
    { fault: 'base' },
  ],
])('the test of a connection names what is in the way: %s', async (_what, over, failure) => {
  await expect(testConnection(directory(over()))).rejects.toMatchObject({ name: 'LdapFailure', ...failure });
});

test('without a name the search is anonymous', async () => {
  expect(await listed(directory({ bindDn: '', bindPassword: '' }))).toEqual(['anna', 'twin', 'ben', 'twin']);
});
