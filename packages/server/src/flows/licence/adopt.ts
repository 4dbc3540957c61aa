import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Licence } from './licence.ts';

type Deps = { licence: Licence; settings: Settings; db: Database; home: string };

/**
 * Without a valid licence, an installation adopts the one in its data folder, where `npm run licence` puts
 * it.
 */
export const adoptLicence = async ({ licence, settings, db, home }: Deps): Promise<void> => {
  if (!licence.isEnabled || licence.isValid()) return;
  const text = await readFile(join(home, 'keys/licence/gatehouse.licence'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  // Only an import reports what is wrong with a licence; a start must not fail because of it.
  await licence.replace(text, db).catch(() => undefined);
  await settings.reload();
};
