import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { issueLicence } from '../engine/issueLicence.ts';

/** The demo shows every feature, so it has a licence from the start. */
export const licenseDemo = async (home: string): Promise<void> => {
  const isThere = await access(join(home, 'keys/licence/gatehouse.licence')).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await issueLicence(home, {
    corporation: 'Northwind Logistics',
    edition: 'enterprise',
    days: 3650,
    assets: null,
    remark: 'Licence of the demo',
  });
};
