import { sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';

/** Labels of every organization. */
export const allLabels = sql`(select id, org_id, name, value from labels_label)`;

/** Bindings of labels to rows of every organization. */
export const allLabelBindings = sql`(select label, res_type, res_id from labels_labeledresource)`;

/** The table of label bindings, which name their rows by type and id. */
export const labelBindingTable = 'labels_labeledresource';

/** The stored label bindings of rows, each with the id of its row as `at`. */
export const storedLabelBindings = (
  type: string,
  rowIds: readonly string[],
  db: Database,
): Promise<{ at: string; row: { [column: string]: unknown } }[]> =>
  db.rows<{ at: string; row: { [column: string]: unknown } }>(
    sql`select t.res_id as at, to_jsonb(t) as row from labels_labeledresource t where t.res_type = ${type} and t.res_id = any(${texts(rowIds)})`,
  );
