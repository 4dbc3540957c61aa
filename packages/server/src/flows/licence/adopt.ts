import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Licence } from './licence.ts';

type Deps = { licence: Licence; settings: Settings; db: Database; home: string };

/** An installation without a licence in force takes the one in its data folder, where `npm run licence` puts it. */
export const adoptLicence = async ({ licence, settings, db, home }: Deps): Promise<void> => {
  if (!licence.isEnabled || licence.isValid()) return;
  const text = await readFile(join(home, 'keys/licence/gatehouse.licence'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  // What is wrong with it is told to whoever imports it; a start must not fail over it.
  await licence.replace(text, db).catch(() => undefined);
  await settings.reload();
};
