import type { OwnMethod, ownMethodKinds } from '@gatehouse/contract/assets/ownMethods.ts';
import { ownMethodId } from '@gatehouse/contract/assets/ownMethods.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { allOwnMethods } from './assets/playbookmethod/relations.ts';

type Row = {
  id: number;
  name: string;
  automation: (typeof ownMethodKinds)[number];
  types: string[];
  playbook: string;
  params: { name: string; label?: string; default?: string; help_text?: string }[];
};

const methodOf = ({ id, name, automation: kind, types, params }: Row): OwnMethod => ({
  ...{ id: ownMethodId(id), name, kind, types },
  params: params.map(({ name, label, default: initial, help_text }) => ({
    ...{ name, type: 'str' as const, default: initial ?? '' },
    ...{ label: label || name, help: help_text ?? '' },
  })),
});

/** A method that an administrator has written, with its playbook. */
export type WrittenMethod = OwnMethod & { playbook: string };

/** The methods that administrators have written, by name; with a condition over `m`, those it fits. */
export const ownMethods = async (
  db: Pick<Database, 'rows'>,
  which: SQL = sql`true`,
): Promise<WrittenMethod[]> => {
  const rows = await db.rows<Row>(
    sql`select m.id::int as id, m.name, m.automation, m.types, m.playbook, m.params from ${allOwnMethods} m where ${which} order by m.name, m.id`,
  );
  return rows.map((row) => ({ ...methodOf(row), playbook: row.playbook }));
};
