import { type Attack, isAlive, type Target, type Verdict } from './attack.ts';
import { anyBody } from './list/bodies.ts';
import { keys } from './list/keys.ts';
import { lockOut } from './list/lockOut.ts';
import { nesting } from './list/nesting.ts';
import { outgoing } from './list/outgoing.ts';
import { rank } from './list/rank.ts';
import { sequences } from './list/sequences.ts';
import { signatures } from './list/signatures.ts';
import { signOut } from './list/signOut.ts';
import { upgrades } from './list/upgrades.ts';
import { uploads } from './list/uploads.ts';
import { workbooks } from './list/workbooks.ts';

/** Every attack, in the order in which they run. */
export const attacks: readonly Attack[] = [
  workbooks,
  uploads,
  keys,
  nesting,
  anyBody,
  upgrades,
  rank,
  signOut,
  signatures,
  outgoing,
  sequences,
  lockOut,
];

/** Runs one attack; an installation that does not answer afterwards is broken, whatever the attack saw. */
export const runAttack = async ({ run }: Attack, target: Target): Promise<Verdict> => {
  const verdict = await run(target).catch(
    (error: unknown): Verdict => ({ result: 'broken', sentence: `the attack ended with ${String(error)}` }),
  );
  if (await isAlive(target.url)) return verdict;
  return { result: 'broken', sentence: 'the installation no longer answers.' };
};
