import { sql } from 'drizzle-orm';

/** Labels of every organization. */
export const allLabels = sql`(select id, org_id, name, value from labels_label)`;

/** Bindings of labels to rows of every organization. */
export const allLabelBindings = sql`(select label, res_type, res_id from labels_labeledresource)`;
