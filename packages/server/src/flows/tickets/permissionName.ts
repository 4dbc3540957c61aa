import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { allPermissions } from '../../resources/perms/assetpermission/relations.ts';

/** Maximum length of a permission's name, in characters. */
const longest = 128;

/** How many characters of the ticket's id follow the title when the usual name is taken, tried in order. */
const longerPieces = [8, 36];

const nameWith = (title: string, piece: string): string => {
  // Never ends with half a character.
  const start = title.slice(0, longest - piece.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}-${piece}`;
};

/** Default name of a permission created by an approval. */
export const usualName = (title: string, ticket: string): string => nameWith(title, ticket.slice(0, 4));

/** Name of the permission an approval creates in an organization; undefined when all are taken. */
export const freeName = async (
  title: string,
  ticket: string,
  inside: Context,
): Promise<string | undefined> => {
  const longer = longerPieces.map((length) => nameWith(title, ticket.slice(0, length)));
  const names = [usualName(title, ticket), ...longer];
  const rows = await inside.db.rows<{ name: string }>(
    sql`select name from ${allPermissions} p where org_id = ${inside.org.id} and name in ${names}`,
  );
  const taken = new Set(rows.map(({ name }) => name));
  return names.find((name) => !taken.has(name));
};
