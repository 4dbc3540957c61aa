/** A proof at full size: a test file, run leg by leg so that an interruption costs one leg. */
export interface Proof {
  name: string;
  file: string;
  legs: number;
  /** What one leg does. */
  leg: string;
}

/** All proofs of npm run test:long. */
export const proofs: readonly Proof[] = [
  {
    name: 'kill -9',
    file: 'e2e/tests/faults.test.ts',
    legs: 10,
    leg: '20 rounds: server, gateway, PostgreSQL or two of them killed in the middle of work',
  },
  {
    name: 'two of each',
    file: 'e2e/tests/cluster.test.ts',
    legs: 5,
    leg: '24 rounds: one of two servers or two gateways killed under shells, on one database and one S3 store',
  },
  {
    name: 'exactly once',
    file: 'packages/server/test/proofs/killedServers.test.ts',
    legs: 10,
    leg: '20 rounds: servers and the gateway of an installation killed under changed settings, a due task, messages by site and mail, audit events, imports and exports',
  },
  {
    name: 'no password lost',
    file: 'packages/server/test/proofs/lostSecrets.test.ts',
    legs: 10,
    leg: '1,000 changes of secrets that a fault befalls at a random step: server or runner killed, database or a line gone, a machine cut off, slow or too late; 30 of 100 machines are real OpenSSH servers',
  },
  {
    name: 'no password lost, in the journal',
    file: 'packages/server/src/flows/changeSecret/changeSecret.test.ts',
    legs: 10,
    leg: '1,000 changes of secrets, of which runner and machine are played by the test',
  },
  {
    name: 'killed amid work',
    file: 'packages/server/test/proofs/killedWork.test.ts',
    legs: 5,
    leg: '90 kills of a server or a runner: around the approval of a job, amid a file, a removal, and the change of a secret after a check-out',
  },
  {
    name: 'hostile names',
    file: 'packages/runner/test/hostileNames.test.ts',
    legs: 2,
    leg: '2,000 names, passwords and parameters in scripts for machines, 500 folders, and 67 transfers of files',
  },
  {
    name: 'flood',
    file: 'e2e/tests/gatewayFlood.test.ts',
    legs: 1,
    leg: 'a file of 1,000 MB through one terminal',
  },
  {
    name: 'bulk transfer',
    file: 'e2e/tests/runs.test.ts',
    legs: 1,
    leg: 'a file of 1 GiB to five hosts, one of whose connections is cut midway',
  },
  {
    name: 'every page',
    file: 'e2e/tests/pages/everyPage.test.ts',
    legs: 1,
    leg: 'every page checked for accessibility in both themes and on a phone, instead of half of them in one theme and half on a phone',
  },
  {
    name: 'interruptions on a phone',
    file: 'e2e/tests/journeys/journeys.test.ts',
    legs: 1,
    leg: 'every journey of interruptions on a desktop and on a phone, instead of one of them on a phone',
  },
  {
    name: 'every setting in Chinese',
    file: 'e2e/tests/settings.test.ts',
    legs: 1,
    leg: 'every panel and page of the settings read in Chinese, instead of each fourth',
  },
  {
    name: 'any body',
    file: 'packages/server/test/conformance/fuzz.test.ts',
    legs: 10,
    leg: '1,000 random bodies for every resource that can be created',
  },
  {
    name: 'any body of a call',
    file: 'packages/server/test/everyCall/anyBody.test.ts',
    legs: 2,
    leg: '500 random bodies for every call and action that may have one',
  },
  {
    name: 'any upgrade',
    file: 'packages/server/test/proofs/anyUpgrade.test.ts',
    legs: 2,
    leg: '16,000 raw requests around the upgrades of the server, eight at a time',
  },
  {
    name: 'any upgrade of the gateway',
    file: 'packages/gateway/test/proofs/anyUpgrade.test.ts',
    legs: 1,
    leg: '16,000 raw requests around the upgrades of the gateway, eight at a time',
  },
  {
    name: 'ticket guards',
    file: 'packages/server/src/flows/tickets/guards.test.ts',
    legs: 4,
    leg: '1,000 random requests',
  },
  {
    name: 'random changes',
    file: 'packages/server/test/proofs/randomChanges.test.ts',
    legs: 2,
    leg: '10,000 random changes of nodes, assets, accounts and permissions, beside a slow model',
  },
  {
    name: 'a new master key',
    file: 'packages/server/test/proofs/rotateKey.test.ts',
    legs: 1,
    leg: '1,000,000 secrets re-encrypted while people work at two servers, killed 8 times',
  },
  {
    name: 'many rows',
    file: 'packages/server/test/proofs/manyRows.test.ts',
    legs: 1,
    leg: 'lists, totals, searches, filters, orders and an export over 10,000,000 commands',
  },
  {
    name: 'nightly clean-up',
    file: 'packages/server/test/proofs/nightlyClean.test.ts',
    legs: 1,
    leg: '10,000,000 commands past their retention removed, while people list commands and gateways report new ones',
  },
  {
    name: 'any output',
    file: 'packages/gateway/test/proofs/anyOutput.test.ts',
    legs: 2,
    leg: '4,000 damaged outputs of real programs on a screen, and 4,000 recorded and cut',
  },
  {
    name: 'endless strings',
    file: 'packages/gateway/test/proofs/endlessStrings.test.ts',
    legs: 1,
    leg: 'ten sessions with 20 MB each of an escape string that does not end, or of combining characters',
  },
  {
    name: 'command gate',
    file: 'packages/gateway/test/proofs/commandGate.test.ts',
    legs: 1,
    leg: '961 ways around command filters, each in its shells, and 2,693 harmless lines, typed through a gateway into a real OpenSSH server',
  },
  {
    name: 'broken files',
    file: 'packages/server/test/proofs/brokenFiles.test.ts',
    legs: 2,
    leg: '5,000 damaged CSV files, 10,000 workbooks and 5,000 private keys',
  },
  {
    name: 'broken replays',
    file: 'packages/console/src/replay/damaged/brokenReplays.test.ts',
    legs: 1,
    leg: '20,000 damaged recordings, plain and compressed',
  },
  {
    name: 'how to add',
    file: 'scripts/howTo/howTo.test.ts',
    legs: 1,
    leg: 'each example of docs/how-to-add.md alone and all together: every check and their own tests',
  },
];
