import { randomBytes } from 'node:crypto';
import { type Attack, judge, type Target } from '../attack.ts';
import { newUser } from '../newUser.ts';

/** More than any sensible limit on failures of one name. */
const guesses = 30;

const signIn = async ({ url }: Target, username: string, password: string, from?: string) => {
  const answer = await fetch(`${url}/api/v1/authentication/tokens/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(from && { 'x-forwarded-for': from, forwarded: `for=${from}` }),
    },
    body: JSON.stringify({ username, password }),
  });
  const text = await answer.text();
  // How many attempts are left, and for how long, may differ; the words may not.
  const words = text.replaceAll(username, '…').replaceAll(/\d+/g, '#');
  return { isIn: answer.ok, said: answer.status === 429 ? undefined : words };
};

/** Guesses one password after the other; each is said to come from another address if `forges`. */
const guess = async (target: Target, username: string, forges: boolean): Promise<(string | undefined)[]> => {
  const said: (string | undefined)[] = [];
  for (let at = 0; at < guesses; at += 1) {
    const from = forges ? `203.0.113.${at + 1}` : undefined;
    said.push((await signIn(target, username, randomBytes(9).toString('hex'), from)).said);
  }
  return said;
};

/**
 * Guesses passwords, from one address and with forged ones. Afterwards the name must be locked, an open
 * session must go on, and a name that does not exist must get the same answers.
 */
export const lockOut: Attack = {
  name: 'lock-out',
  run: async (target) => {
    const faults: string[] = [];
    for (const forges of [false, true]) {
      const victim = await newUser(target, {});
      const how = forges ? ' with forged addresses' : '';
      try {
        const said = await guess(target, victim.username, forges);
        const unknown = await guess(target, `nobody-${randomBytes(4).toString('hex')}`, forges);
        const differs = said.some((words, at) => words && unknown[at] && words !== unknown[at]);
        if (differs) faults.push(`answers tell whether a name exists${how}`);
        if ((await signIn(target, victim.username, victim.password)).isIn)
          faults.push(`${guesses} wrong guesses${how} did not lock the name`);
        const { status } = await victim.client.call('GET', '/api/v1/users/profile/');
        if (status !== 200) faults.push(`guesses${how} ended a session of the user`);
      } finally {
        await victim.remove();
      }
    }
    const { status } = await target.admin.call('GET', '/api/v1/users/profile/');
    if (status !== 200) faults.push('the superuser was signed out');
    return judge(
      faults,
      `${guesses} guesses locked the name for this address, and nobody else noticed them.`,
    );
  },
};
