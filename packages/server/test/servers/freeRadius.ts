import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../launcher/test/freePort.ts';

const program = '/usr/sbin/freeradius';
/** Maximum time until the server is ready; allows for a busy machine. */
const patienceMs = 60_000;

/** Passwords as FreeRADIUS's own file of users writes them. */
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * The user `otp` signs in with the password and then, when asked, with a code. A server named
 * `unsigned` answers without a Message-Authenticator.
 */
const serverAt = (name: string, port: number, proof: string) => `
server ${name} {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${port}
  }
  authorize {
    files
    if (&User-Name == "otp") {
      update control {
        &Auth-Type := Password
      }
    }
    if (&State) {
      update control {
        &Cleartext-Password := "246810"
        &Auth-Type := PAP
      }
    }
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type Password {
      pap
      update reply {
        &Reply-Message := "Your code?"
      }
      update control {
        &Response-Packet-Type = Access-Challenge
      }
      handled
    }
  }
  post-auth {
    ${proof}
    Post-Auth-Type Challenge {
      ${proof}
    }
    Post-Auth-Type REJECT {
      ${proof}
    }
  }
}`;

const configuration = (folder: string, secret: string, ports: { signed: number; unsigned: number }) => `
logdir = ${folder}
run_dir = ${folder}
libdir = /usr/lib/freeradius
pidfile = ${folder}/radiusd.pid
log {
  destination = stdout
}
security {
  allow_core_dumps = no
  reject_delay = 0
  status_server = no
}
thread pool {
  start_servers = 1
  max_servers = 2
  min_spare_servers = 1
  max_spare_servers = 2
}
client gatehouse {
  ipaddr = 127.0.0.1
  secret = ${quoted(secret)}
  require_message_authenticator = yes
}
modules {
  always handled {
    rcode = handled
  }
  pap {
    normalise = no
  }
  files {
    usersfile = ${folder}/users
  }
}
${serverAt('signed', ports.signed, 'update reply {\n&Message-Authenticator := 0x00\n}')}
${serverAt('unsigned', ports.unsigned, 'update reply {\n&Message-Authenticator !* ANY\n}')}
`;

/** A real FreeRADIUS on loopback with these passwords, all its files in a temporary folder. */
export const startFreeRadius = async (secret: string, passwords: Readonly<Record<string, string>>) => {
  if (!existsSync(program)) throw new Error('FreeRADIUS is not installed: apt-get install freeradius');
  const folder = mkdtempSync(join(tmpdir(), 'freeradius-'));
  const ports = { signed: await freePort(), unsigned: await freePort() };
  const users = Object.entries(passwords).map(
    ([name, password]) => `${quoted(name)} Cleartext-Password := ${quoted(password)}\n`,
  );
  writeFileSync(join(folder, 'users'), users.join(''));
  writeFileSync(join(folder, 'radiusd.conf'), configuration(folder, secret, ports));
  const child: ChildProcess = spawn(program, ['-f', '-d', folder, '-n', 'radiusd', '-l', 'stdout'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
  for (const deadline = Date.now() + patienceMs; !said.includes('Ready to process requests'); ) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`FreeRADIUS did not start: ${said}`);
    await sleep(20);
  }
  return {
    ...{ secret, ports },
    said: () => said,
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
