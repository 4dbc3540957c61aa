import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { passwordCommand } from './password.ts';

const asks = 'sudo: a password is required';

/** What the command prints where `sudo` is as given, and what `sudo` and `chpasswd` were asked for. */
const changed = (sudo: string, own: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-password-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const programs = {
    id: 'case "$1" in -u) echo 1000 ;; esac',
    chpasswd: 'cat >> "$BIN/lines"',
    sudo: `echo "$*" >> "$BIN/asked"\n${sudo}`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const change = {
    username: 'app',
    secret_type: 'password' as const,
    secret: 'new-1',
    old_secret: null,
    key: null,
  };
  const { stdout } = spawnSync('/bin/sh', [], {
    input: passwordCommand(change, own),
    env: { PATH: `${folder}:/usr/bin:/bin`, BIN: folder },
    encoding: 'utf8',
  });
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };
  return { told: stdout.trim(), asked: read('asked'), lines: read('lines') };
};

test('sudo is asked for the program alone, which may be all that the account may run', () => {
  const sudo = `[ "$2" = chpasswd ] || { echo '${asks}' >&2; exit 1; }\nshift\nexec "$@"`;
  expect(changed(sudo, 'own-1')).toEqual({ told: 'changed', asked: ['-n chpasswd'], lines: ['app:new-1'] });
});

test('the password of the account is sent only where sudo asks for it', () => {
  const sudo = `case "$1" in -n) echo '${asks}' >&2; exit 1 ;; esac\nread -r word\n[ "$word" = own-1 ] || exit 1\nshift 4\nexec "$@"`;
  const asked = ['-n chpasswd', '-k -S -p  chpasswd'];
  expect(changed(sudo, 'own-1')).toEqual({ told: 'changed', asked, lines: ['app:new-1'] });
  expect(changed(sudo, '')).toMatchObject({
    told: expect.stringContaining('asks for a password'),
    lines: [],
  });
});

test('what the program refuses is told, and not tried with a password', () => {
  const found = changed("echo 'the password is too short'; exit 1", 'own-1');
  expect(found).toEqual({ told: 'the password is too short', asked: ['-n chpasswd'], lines: [] });
});
