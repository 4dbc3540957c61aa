import { access, chmod, constants, rm, writeFile } from 'node:fs/promises';
import { findSshd } from '../packages/launcher/src/engine/loopbackMachine.ts';
import { run } from './run.ts';

/** Chromium without windows: what tests need of it, for a sixth less processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const chromiumPlaces = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const telnetdPath = '/usr/sbin/telnetd';
const mariadbdPath = '/usr/sbin/mariadbd';
const redisPath = '/usr/bin/redis-server';
const slapdPath = '/usr/sbin/slapd';
const freeradiusPath = '/usr/sbin/freeradius';
const policyPath = '/usr/sbin/policy-rc.d';

const exists = (path: string, mode: number = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** The browser for the tests, if this machine has one. */
export const findChromium = async (): Promise<string | undefined> => {
  for (const path of chromiumPlaces) if (await exists(path, constants.X_OK)) return path;
};

/** 7-Zip, which opens the encrypted archives of backups, if this machine has it. */
export const findSevenZip = async (): Promise<string | undefined> => {
  for (const path of ['/usr/bin/7zz', '/usr/bin/7z']) if (await exists(path, constants.X_OK)) return path;
};

/** Shells whose lines the command gate reads, besides bash and dash. */
const shells = ['busybox', 'zsh'];

/** Servers of OpenStack Swift, whose S3 API stands in for an object store. */
const swift = ['proxy', 'account', 'container', 'object'];

/** Programs of the system tools, and those with which runners carry out playbooks, with their packages. */
const toolPackages = {
  '/usr/bin/bwrap': 'bubblewrap',
  '/usr/bin/ansible-playbook': 'ansible-core',
  '/usr/bin/ping': 'iputils-ping',
  '/usr/bin/nmap': 'nmap',
  '/usr/bin/tcpdump': 'tcpdump',
};

/** The Debian packages the tests need and this machine lacks. */
export const missingPackages = async (): Promise<string[]> => {
  const missing: string[] = [];
  if (!(await findChromium())) missing.push('chromium');
  if (!(await findSshd())) missing.push('openssh-server');
  if (!(await exists(telnetdPath, constants.X_OK))) missing.push('inetutils-telnetd');
  if (!(await exists(mariadbdPath, constants.X_OK))) missing.push('mariadb-server-core');
  if (!(await exists(redisPath, constants.X_OK))) missing.push('redis-server');
  if (!(await exists(freeradiusPath, constants.X_OK))) missing.push('freeradius');
  if (!(await exists(slapdPath, constants.X_OK))) missing.push('slapd');
  if (!(await findSevenZip())) missing.push('7zip');
  for (const [path, name] of Object.entries(toolPackages))
    if (!(await exists(path, constants.X_OK))) missing.push(name);
  for (const shell of shells) if (!(await exists(`/usr/bin/${shell}`, constants.X_OK))) missing.push(shell);
  for (const kind of swift)
    if (!(await exists(`/usr/bin/swift-${kind}-server`, constants.X_OK))) missing.push(`swift-${kind}`);
  return missing;
};

/** The Debian package with Chinese and Japanese letters, if no font of this machine has them: photographs would show boxes. */
export const missingFonts = async (): Promise<string[]> => {
  const { output } = await run('fc-list', [':lang=zh'], { isQuiet: true }).catch(() => ({ output: '' }));
  return output.trim() === '' ? ['fonts-noto-cjk'] : [];
};

const mayInstall = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await exists('/usr/bin/apt-get'));

const install = async (packages: readonly string[]): Promise<{ code: number; output: string }> => {
  console.log(`Installing ${packages.join(' and ')} (needed by the tests) …`);
  // The tests start their own sshd and telnetd; installing the packages must not open this machine to the
  // network.
  const isOurPolicy = !(await exists(policyPath));
  if (isOurPolicy) await writeFile(policyPath, '#!/bin/sh\nexit 101\n').then(() => chmod(policyPath, 0o755));
  try {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { isQuiet: true, env });
    return await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
      isQuiet: true,
      env,
    });
  } finally {
    if (isOurPolicy) await rm(policyPath, { force: true });
  }
};

/** Installs missing packages where allowed; otherwise returns what the user has to do. */
export const installPackages = async (packages: readonly string[]): Promise<string | undefined> => {
  if (packages.length === 0) return undefined;
  const byHand = `The tests need ${packages.join(' and ')}. On Debian: sudo apt-get install ${packages.join(' ')}`;
  if (!(await mayInstall())) return byHand;
  const { code, output } = await install(packages);
  return code === 0 ? undefined : `${output.split('\n').slice(-5).join('\n')}\n${byHand}`;
};

/** Installs the browser that costs least, where this can be done; any other Chromium does as well. */
export const installHeadlessShell = async (): Promise<void> => {
  if (!(await exists(headlessShell)) && (await mayInstall())) await install(['chromium-headless-shell']);
};
