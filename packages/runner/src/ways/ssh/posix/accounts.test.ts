import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountCommands, accountsIn } from './accounts.ts';

const accountsOf = (sections: Record<string, string>) => accountsIn(new Map(Object.entries(sections)));
const login = (username: string, date_last_login: string | null = null, address_last_login = '') => ({
  ...{ username, address_last_login, date_last_login },
});

const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
swift:x:103:105::/var/lib/swift:/bin/false
deploy:x:1000:1000:Deploy,,,:/home/deploy:/bin/zsh
guest:x:1001:1001::/home/guest:
+::::::
not a line`;

test('users with a login shell, and their last logins by lastlog as Debian and Red Hat print them', () => {
  const lastlog = `Username         Port     From                                       Latest
root             pts/0    127.0.0.1                                 Sat Nov 28 21:43:38 +0000 2026
daemon                                                              **Never logged in**
deploy           pts/3    2001:db8::17                              Tue Mar  3 09:05:00 +0800 2026
guest            tty1                                               Fri Jan  2 23:59:59 +0000 2026`;
  expect(accountsOf({ passwd, lastlog })).toEqual([
    login('root', '2026-11-28T21:43:38.000Z', '127.0.0.1'),
    login('deploy', '2026-03-03T01:05:00.000Z', '2001:db8::17'),
    login('guest', '2026-01-02T23:59:59.000Z'),
  ]);
});

test('last logins by last, with years and without a list of last logins', () => {
  const last = `deploy   pts/1        10.8.0.7         Thu Nov 26 08:00:01 2026   still logged in
root     tty1                          Wed Nov 25 07:00:00 2026 - down                       (00:10)
deploy   pts/1        10.8.0.9         Tue Nov 24 08:00:01 2026 - Tue Nov 24 09:00:01 2026  (01:00)
reboot   system boot  6.1.0-18-amd64   Mon Nov 23 07:00:00 2026   still running

wtmp begins Mon Nov  2 07:00:00 2026`;
  expect(accountsOf({ passwd, last })).toEqual([
    login('root', '2026-11-25T07:00:00.000Z'),
    login('deploy', '2026-11-26T08:00:01.000Z', '10.8.0.7'),
    login('guest'),
  ]);
});

test('BusyBox prints no year: the latest that is not in the future counts', () => {
  const last = `root     pts/0        10.8.0.7     Sat Jan  3 10:00   still logged in
deploy   pts/1        10.8.0.9     Thu Dec 24 18:30 - 19:00  (00:30)`;
  expect(accountsOf({ passwd, last, now: '2026-01-04T00:00:00Z' })).toEqual([
    login('root', '2026-01-03T10:00:00.000Z', '10.8.0.7'),
    login('deploy', '2025-12-24T18:30:00.000Z', '10.8.0.9'),
    login('guest'),
  ]);
});

test('macOS and FreeBSD', () => {
  const directory = `_amavisd                 /usr/bin/false
ann                      /bin/zsh
root                     /bin/sh`;
  const last = `ann        ttys000                   10.8.0.7         Thu Nov 26 2026 21:33   still logged in
ann        console                                    Mon Nov 23 2026 08:12 - 21:00  (12:48)`;
  expect(accountsOf({ directory, last, passwd: 'nobody:*:-2:-2:Unprivileged:/var/empty:/bin/sh' })).toEqual([
    login('ann', '2026-11-26T21:33:00.000Z', '10.8.0.7'),
    login('root'),
  ]);
});

test('AIX, and no other system, is asked by its own command', () => {
  const printed = `root time_last_login=1764363818 host_last_login=10.8.0.7
deploy
guest time_last_login=never host_last_login=x`;
  const asked = (system: string) => {
    const input = `uname() { echo ${system}; }\nlsuser() { echo '${printed}'; }\n${accountCommands.aix}`;
    return spawnSync('sh', { input, encoding: 'utf8' }).stdout;
  };
  expect(asked('Linux')).toBe('');
  const aix = asked('AIX');
  expect(accountsOf({ passwd, aix })).toEqual([
    login('root', '2025-11-28T21:03:38.000Z', '10.8.0.7'),
    login('deploy'),
    login('guest'),
  ]);
});

test('names and addresses that cannot be stored are left out, and at most 10,000 accounts are told', () => {
  const many = Array.from({ length: 12_000 }, (_, at) => `user${at}:x:1:1::/:/bin/sh`);
  expect(accountsOf({ passwd: many.join('\n') })).toHaveLength(10_000);
  const odd = [`${'n'.repeat(33)}:x:1:1::/:/bin/sh`, 'a\u001b[0m:x:1:1::/:/bin/sh', 'ok:x:1:1::/:/bin/sh'];
  const last = `ok pts/0 <script>alert(1)</script> Thu Nov 26 08:00:01 2026   gone`;
  expect(accountsOf({ passwd: odd.join('\n'), last })).toEqual([login('ok', '2026-11-26T08:00:01.000Z')]);
});

const garbage = fc.dictionary(
  fc.constantFrom(...Object.keys(accountCommands)),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc
      .array(
        fc.constantFrom(
          'a:b:1:1:::',
          'a pts/0 x Thu Feb 31 99:99:99 9999',
          'a pts/0 Thu Nov 26 08:00:01 +9999 2026',
          'a time_last_login=99999999999',
          ' ',
        ),
      )
      .map((all) => all.join('\n')),
  ),
);

test('whatever a machine prints, accounts have short names and real instants', () => {
  fc.assert(
    fc.property(garbage, (sections) => {
      for (const { username, address_last_login, date_last_login } of accountsOf(sections)) {
        expect(username).toMatch(/^[^\p{Cc}\p{Cs}]{1,32}$/u);
        expect(address_last_login.length).toBeLessThanOrEqual(39);
        expect(date_last_login === null || !Number.isNaN(Date.parse(date_last_login))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
