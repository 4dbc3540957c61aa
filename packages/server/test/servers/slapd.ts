import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from '../../../../scripts/servers/selfSigned.ts';
import { freePort } from '../../../launcher/test/freePort.ts';

const program = '/usr/sbin/slapd';
/** Maximum time until the server answers; allows for a busy machine. */
const patienceMs = 60_000;
const root = 'dc=example,dc=org';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** An entry in LDIF, with every value in base64. */
const ldif = ([dn, values]: [string, Record<string, string | string[]>]): string =>
  [
    `dn:: ${base64(dn)}`,
    ...Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}:: ${base64(one)}`),
    ),
    '',
    '',
  ].join('\n');

const configuration = (folder: string, password: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
maxsize 67108864
suffix "${root}"
rootdn "cn=admin,${root}"
rootpw "${password.replaceAll('"', '\\"')}"
directory ${folder}/data
dbnosync
limits dn.exact="cn=small,${root}" size=3
access to attrs=userPassword by anonymous auth by * none
access to dn.subtree="ou=hidden,${root}" by dn.exact="cn=small,${root}" none by * read
access to * by * read
`;

/** A real OpenLDAP on loopback with these entries, all its files in a temporary folder. */
export const startSlapd = async (
  password: string,
  entries: readonly [string, Record<string, string | string[]>][],
) => {
  if (!existsSync(program)) throw new Error('OpenLDAP is not installed: apt-get install slapd');
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'));
  const [config, file] = [join(folder, 'slapd.conf'), join(folder, 'entries.ldif')];
  const pair = selfSigned();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'cert.pem'), pair.cert);
  writeFileSync(join(folder, 'key.pem'), pair.key);
  writeFileSync(config, configuration(folder, password));
  const top = { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' };
  writeFileSync(file, [[root, top] as [string, typeof top], ...entries].map(ldif).join(''));
  execFileSync(program, ['-T', 'add', '-q', '-f', config, '-l', file], { stdio: 'pipe' });
  const ports = { plain: await freePort(), tls: await freePort() };
  const urls = `ldap://127.0.0.1:${ports.plain} ldaps://127.0.0.1:${ports.tls}`;
  const child: ChildProcess = spawn(program, ['-f', config, '-h', urls, '-d', '0'], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  for (const deadline = Date.now() + patienceMs; !(await answers(ports.tls)); ) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('OpenLDAP did not start');
    await sleep(20);
  }
  return {
    ...{ root, password, ports, ca: pair.cert },
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGKILL');
      }),
  };
};
