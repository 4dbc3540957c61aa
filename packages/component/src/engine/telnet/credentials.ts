import type { SecretAccount } from '@gatehouse/contract/wire/connection.ts';
import type { Prompter } from '../prompter.ts';
import { SessionFailure } from '../sessionFailure.ts';
import { typedByUser } from '../ssh/login.ts';

const TRIES = 3;

/** Name and password for a login. */
export type Credentials = { username: string; password: string };

/** Asks the user for what the account lacks; a stored secret is never asked for again. */
export const createCredentials = (account: SecretAccount, host: string, prompter: Prompter) => {
  const isTyped = typedByUser(account);
  let known: Credentials = { username: account.username, password: account.secret };
  let tries = 0;
  let prompted = false;
  const refused = () => new SessionFailure('auth_failed', { host, username: known.username });
  return {
    refused,
    name: () => known.username,
    password: () => known.password,
    /** Returns both, asking for what is missing. */
    complete: async (): Promise<Credentials> => {
      if (known.username !== '' && known.password !== '') return known;
      const needsName = known.username === '';
      const answers = await prompter.ask({
        kind: needsName ? 'login' : 'password',
        host,
        username: known.username,
        title: '',
        instruction: '',
        fields: [...(needsName ? [{ text: 'username', echo: true }] : []), { text: 'password', echo: false }],
        retry: prompted,
      });
      prompted = true;
      known = {
        username: needsName ? (answers[0] ?? '') : known.username,
        password: answers.at(-1) ?? '',
      };
      return known;
    },
    /**
     * Discards a refused secret that the user typed, so that it is asked for again; throws for a stored one,
     * and after three attempts.
     */
    forget: () => {
      tries += 1;
      if (!isTyped || tries >= TRIES) throw refused();
      known = { username: account.username, password: '' };
    },
  };
};
