import type { Installation } from '../installation.ts';
import { runAnsible } from '../machines/ansible.ts';
import { type Cost, costOf } from '../machines/cost.ts';
import { openFleet } from '../machines/fleet.ts';
import { startHosts } from '../machines/hosts.ts';
import type { Measure } from '../report.ts';
import { memoryOfStack, usedByStack } from '../stack.ts';
import { askMeanwhile } from './meanwhile.ts';

/** Machines at a time: places of the runner, and forks of Ansible. */
export const FORKS = 50;
const command = 'uname -n; cat /proc/uptime';
const megabytes = 10;
/** On how many of the hosts much is printed, and how many accounts each has: one part of so many hosts, and so many. */
const [floodShare, accountsEach] = [10, 20];

const told = (what: string, costs: readonly Cost[]): Measure[] => [
  { what, unit: 's', values: costs.map(({ seconds }) => seconds) },
  {
    what: `${what}: processor time`,
    unit: 's',
    values: costs.map(({ processorSeconds }) => processorSeconds),
  },
  { what: `${what}: memory at its peak`, unit: 'MB', values: costs.map(({ memory }) => memory) },
];

/**
 * The same command on many hosts by an installation and by the `ansible` command, by turns; then facts of these hosts, checks of
 * twenty times as many accounts, and a command that prints 10 MB on every tenth host. The processor time of the hosts is in none of them.
 */
export const measureMachineWork = async (
  { gatehouse, admin, ...rest }: Installation,
  { many, rounds }: { many: number; rounds: number },
): Promise<Measure[]> => {
  const hosts = await startHosts(many);
  try {
    const fleet = await openFleet({ gatehouse, admin, ...rest }, hosts);
    const assets = await fleet.add('host', many);
    const ours = (work: () => Promise<void>) =>
      costOf(work, { used: () => usedByStack(gatehouse), memory: () => memoryOfStack(gatehouse) });
    const [own, theirs]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      own.push(await ours(() => fleet.run(assets, command)));
      theirs.push(await runAnsible(hosts, command, FORKS));
    }
    const facts = await ours(() => fleet.readFacts(assets));
    const checked = await fleet.add('checked', many * accountsEach);
    const checks = await ours(() => fleet.verify(checked));
    const loud = assets.slice(0, Math.max(1, Math.round(many / floodShare)));
    const page = async () => {
      const answer = await admin.call('GET', '/api/v1/assets/assets/?limit=15&offset=0');
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    };
    let lists: number[] = [];
    const flood = await ours(async () => {
      lists = await askMeanwhile([page], () =>
        fleet.run(loud, `yes 'a line that says nothing' | head -c ${megabytes}M`),
      );
    });
    const on = `on ${many} hosts, ${FORKS} at a time`;
    return [
      ...told(`a command ${on}`, own),
      ...told(`the same by ansible`, theirs),
      {
        what: 'how many times as fast as ansible',
        unit: 'times',
        values: own.map(({ seconds }, round) => (theirs[round]?.seconds ?? 0) / seconds),
        floor: 3,
      },
      ...told(`facts of ${many} hosts`, [facts]),
      ...told(`checks of ${many * accountsEach} accounts`, [checks]),
      ...told(`a command that prints ${megabytes} MB on each of ${loud.length} hosts`, [flood]),
      { what: 'asset list meanwhile', unit: 'ms', values: lists },
    ];
  } finally {
    hosts.stop();
  }
};
