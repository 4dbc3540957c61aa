import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* The folder in which entries of the corpus run: HOME and first folder of the shell, its `bin` first in PATH. */

/** Programs whose stand-in only writes down that it ran. */
const silent = `
rm rmdir unlink shred dd mkfs mkfs.ext4 fdisk parted wipefs truncate
reboot shutdown halt poweroff init telinit systemctl service
useradd userdel usermod groupadd passwd chpasswd chage visudo vipw
iptables ip6tables nft ufw ip ifconfig route wget curl scp sftp nc ncat telnet rsync
apt apt-get yum dnf rpm dpkg snap insmod rmmod modprobe crontab mount umount swapoff
chown chgrp pkill killall openssl gpg git docker podman kubectl helm terraform
pg_dump mysqldump closeday CLOSEDAY CloseDay ledgerctl 清账 残高消去 关闭
`
  .trim()
  .split(/\s+/);

/** Stand-ins that go on after they wrote down that they ran, and the script in `standIns` that says how. */
const going: Readonly<Record<string, string>> = {
  ...{ base64: 'base64', chmod: 'chmod', perl: 'interpreter', python3: 'interpreter' },
  ...{ mysql: 'database', psql: 'database' },
  ...{ doas: 'doas', ssh: 'ssh', su: 'su', sudo: 'sudo' },
};

/** What harmless lines use that would take the screen, wait, reach other machines or other users. */
const daily = `
less zless more most man info vi vim view vimdiff nvim nano emacs ed joe mc top htop atop iftop watch tail tmux screen script
ping ping6 fping traceroute tracepath mtr arping dig host nslookup whois nmap tcpdump tshark socat ssh-keyscan ssh-add
journalctl wall write mail logger at batch python3 node java perl sqlite3 sqlplus sqlcmd isql mongosh redis-cli
npm npx yarn pnpm pip cargo go mvn gradle make composer bundle snmpget svn hg gh glab
aws az gcloud gsutil aliyun ossutil openstack virsh ansible ansible-inventory ansible-vault ansible-galaxy vault consul
nomad pulumi vagrant packer restic borg rclone salt-call lftp kinit ldapsearch ldapwhoami newgrp sg dialog whiptail
sudo su doas ssh mysql psql reset xdg-open systemd-analyze loginctl hostnamectl timedatectl resolvectl nmcli
`
  .trim()
  .split(/\s+/);

const files: Readonly<Record<string, string>> = {
  'data/one.txt': 'one\n',
  'data/two words.txt': 'two\n',
  'data/inner/three.txt': 'three\n',
  'notes.txt': 'Call the branch before nine.\n',
  'names.txt': 'data\n',
  'words.txt': 'rm -rf data\n',
  'parts.txt': 'rm\n-rf\ndata\n',
  'jobs/clean.sh': '#!/bin/sh\nrm -rf data\n',
  'jobs/clean.env': "ACT='rm -rf data'\n",
  'jobs/functions.sh': 'tidy() { rm -rf data; }\n',
  'jobs/clean.py': "import subprocess\nsubprocess.run(['rm', '-rf', 'data'])\n",
  'jobs/clean.pl': "system('rm', '-rf', 'data');\n",
  'jobs/clean.awk': 'BEGIN { system("rm -rf data") }\n',
  'jobs/clean.vim': 'silent !rm -rf data\nquit!\n',
  'jobs/Makefile': 'clean:\n\t@rm -rf data\n',
  'jobs/encoded.txt': 'cm0gLXJmIGRhdGEK\n',
  'jobs/turned.txt': 'atad fr- mr\n',
};

const script = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'standIns', `${name}.sh`), 'utf8');

const addStandIns = (home: string, names: readonly string[], rest: (name: string) => string): void => {
  const note = script('note').replace('LOG', join(home, 'ran.log'));
  for (const name of names) writeFileSync(join(home, 'bin', name), note + rest(name), { mode: 0o755 });
};

/** Makes a stage fit for harmless lines: nothing of them waits for a user or leaves the machine. */
export const calmStage = (home: string): void => addStandIns(home, daily, () => '');

/**
 * Fills an empty folder for one entry. The shell is to start there with HOME and PATH set so and the returned
 * environment: each kind of shell reads the lines of `before` by itself, and finds its history.
 */
export const makeStage = (
  home: string,
  { before, history }: { before: readonly string[]; history: readonly string[] },
): Record<string, string> => {
  for (const folder of ['bin', 'data/inner', 'jobs', 'tools'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'ran.log'), '');
  addStandIns(home, silent, () => '');
  addStandIns(home, Object.keys(going), (name) => script(going[name] ?? name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  chmodSync(join(home, 'jobs/clean.sh'), 0o755);
  symlinkSync('/bin/rm', join(home, 'tools/tidy'));
  symlinkSync('../jobs/clean.sh', join(home, 'tools/backup'));
  const start = [`PS1='$ '`, ...before, ''].join('\n');
  writeFileSync(join(home, '.bashrc'), `HISTFILE=~/.bash_history\n${start}`);
  writeFileSync(
    join(home, '.zshrc'),
    `HISTFILE=~/.zsh_history HISTSIZE=500 SAVEHIST=500\nbindkey -e\n${start}`,
  );
  writeFileSync(join(home, '.shinit'), start);
  for (const name of ['.bash_history', '.zsh_history', '.ash_history'])
    writeFileSync(join(home, name), history.map((line) => `${line}\n`).join(''));
  return {
    HOME: home,
    PATH: `${join(home, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
    ENV: join(home, '.shinit'),
    ZDOTDIR: home,
    TERM: 'xterm-256color',
  };
};
