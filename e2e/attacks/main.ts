import { parseArgs } from 'node:util';
import { createClient } from '../clients/api.ts';
import { attacks, runAttack } from './runAttacks.ts';

const usage =
  'node e2e/attacks/main.ts --url <http://…> --user <a superuser> --password <…> [--only <name>]\nOnly for installations of your own; docs/attacks.md says what each attack does.';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    only: { type: 'string' },
  },
});
const { user: username, password } = values;
const url = values.url?.replace(/\/+$/, '');
const chosen = attacks.filter(({ name }) => !values.only || name === values.only);
if (url && username && password && chosen.length > 0) {
  const admin = createClient(url);
  const arrived = await admin.signIn(username, password);
  if (!/^\/(ui\/)?$/.test(arrived)) throw new Error(`the sign-in ended at ${arrived}`);
  for (const attack of chosen) {
    const { result, sentence } = await runAttack(attack, { url, admin, username, password });
    console.log(`${attack.name}: ${result}: ${sentence}`);
    if (result === 'broken') process.exitCode = 1;
  }
} else {
  console.error(`${usage}\nAttacks: ${attacks.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
}
