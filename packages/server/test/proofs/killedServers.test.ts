import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { type Installation, type Program, startInstallation } from '../servers/installation.ts';
import { createDeadRuns } from './killed/deadRuns.ts';
import { createImports } from './killed/imports.ts';
import { openNotes } from './killed/notes.ts';
import { createPlaybook } from './killed/playbook.ts';
import { createSchedule } from './killed/schedule.ts';
import { createSetting } from './killed/setting.ts';
import { openSiem } from './killed/siem.ts';

const rounds = proofSize({ small: 2, whole: 20 });
/** In each of these rounds the server that runs the task is killed in the middle of it; in none of the small ones. */
const roundsPerKilledRun = 5;
const notesPerRound = 6;
const killedWithinMs = 500;
/** A killed server leaves statements behind that the database still carries out. */
const lastStatementsMs = 600;
/** It mostly waits for what servers do every half minute, so a busy machine may need much longer than usual. */
const patienceMs = proofSize({ small: 900_000, whole: 3_600_000 });

/** What is killed in a round, in turn. */
const victimsOf = (round: number, { servers: [one, other], gateway }: Installation): Program[] =>
  [[one], [other, gateway], [one, other], [gateway], [other]][(round - 1) % 5]!;

const work = async (installation: Installation) => {
  const setting = createSetting(installation);
  const notes = await openNotes(installation);
  const schedule = createSchedule(installation);
  const imports = createImports(installation);
  const siem = await openSiem(installation);
  const deadRuns = await createDeadRuns(installation);
  const playbook = await createPlaybook(installation);
  return { setting, notes, schedule, imports, siem, deadRuns, playbook };
};

/** Messages, a changed setting, a saved file and an import, in the middle of which programs are killed. */
const storm = async (
  round: number,
  installation: Installation,
  { notes, setting, imports, playbook }: Awaited<ReturnType<typeof work>>,
) => {
  const { servers } = installation;
  const victims = victimsOf(round, installation);
  const server = () => servers[Math.floor(Math.random() * 2)]!;
  const begun = await imports.begin(server(), round);
  const sending = Array.from({ length: notesPerRound }, async (_, at) => {
    await sleep(at * 60);
    await notes.send(server(), `note-${round}-${at + 1}`);
  });
  const changing = sleep(Math.random() * killedWithinMs).then(() =>
    setting.changeAmidKills(server(), `https://storm-${round}.example`),
  );
  const saving = playbook.saveAmidKills(server);
  await sleep(Math.random() * killedWithinMs);
  await Promise.all(victims.map(({ kill }) => kill()));
  await Promise.all([...sending, saving]);
  await sleep(lastStatementsMs);
  return { victims, begun, changed: await changing };
};

/** Kills the server that runs the task, in the middle of its work; what it had begun to mail then. */
const killRun = async ({ notes, schedule, deadRuns }: Awaited<ReturnType<typeof work>>) => {
  const holder = await schedule.holder();
  await deadRuns.hideDeaths();
  await holder.kill();
  await sleep(lastStatementsMs);
  const doubts = await notes.doubt([holder]);
  await schedule.noteKilled();
  await deadRuns.passTime();
  await holder.start();
  return doubts;
};

const playRound = async (
  round: number,
  installation: Installation,
  parts: Awaited<ReturnType<typeof work>>,
) => {
  const { setting, notes, schedule, imports, siem, deadRuns, playbook } = parts;
  await setting.changeInPeace(`https://peace-${round}.example`);
  await notes.sendInPeace(`note-${round}-0`);
  await deadRuns.hideDeaths();
  const { victims, begun, changed } = await storm(round, installation, parts);
  const doubts = await notes.doubt(victims);
  await schedule.noteKilled();
  if (victims.includes(installation.gateway)) siem.cut();
  await deadRuns.passTime();
  // The others look for it within half a minute.
  const isDue = victims.some((victim) => victim !== installation.gateway);
  const isLong = isDue && round % roundsPerKilledRun === 0 && (await schedule.giveWork());
  if (isDue) await schedule.fallDue();
  await Promise.all(victims.map(({ start }) => start()));
  if (isLong) doubts.push(...(await killRun(parts)));
  await notes.deliverAgain(doubts);
  await setting.check(changed);
  await notes.check();
  await imports.check(begun);
  await playbook.check();
  await schedule.check();
};

test(
  'with two servers and a gateway killed again and again, every change, message, task, event and row counts exactly once',
  async () => {
    const installation = await startInstallation();
    const parts = await work(installation);
    for (let round = 1; round <= rounds; round += 1) await playRound(round, installation, parts);
    expect(installation.gateway.isUp()).toBe(true);
    parts.schedule.checkKilled();
    tellFigure(
      [
        `${rounds} rounds of kill -9: ${parts.setting.told()}`,
        await parts.schedule.check(),
        await parts.notes.checkMails(),
        parts.imports.told(),
        parts.playbook.told(),
        await parts.siem.check(),
      ].join('; '),
    );
  },
  patienceMs,
);
