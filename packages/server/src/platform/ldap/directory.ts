import type { Entry } from 'ldapts';
import {
  connectDirectory,
  type DirectoryAddress,
  type DirectoryLine,
  type Ways,
} from './connectDirectory.ts';
import { type DirectoryEntry, entryOf } from './entryOf.ts';
import { failureOf, LdapFailure } from './ldapFailure.ts';
import { filterOfAll, filterOfUser } from './userFilter.ts';

/** A directory and what of it are users. */
export type Directory = DirectoryAddress & {
  /** Who searches; without a name, the search is anonymous. */
  bindDn: string;
  bindPassword: string;
  /** The subtrees with users, joined by `|`. */
  bases: string;
  /** A filter with `%(user)s` in place of the name. */
  filter: string;
  /** Own names for attributes of the directory. */
  attributes: Readonly<Record<string, string>>;
  pageSize: number;
};

/** Users of a list at most. */
const mostUsers = 100_000;
const largestPage = 5_000;

/** The bases of a directory, in order. */
const basesOf = ({ bases }: Directory): string[] => {
  const found = bases.split('|').map((base) => base.trim());
  return [...new Set(found.filter((base) => base !== ''))];
};

/** Takes a name only with a password: without one, many servers say yes to any name (RFC 4513 §5.1.2). */
const bind = async (line: DirectoryLine, dn: string, password: string): Promise<void> => {
  if (dn.trim() === '' || password === '') throw new LdapFailure('credentials', 'no password');
  await line.ask((client) => client.bind(dn, password));
};

/** A connection on which users can be searched for. */
const searchable = async (directory: Directory, ways?: Ways): Promise<DirectoryLine> => {
  const line = await connectDirectory(directory, ways);
  try {
    if (directory.bindDn.trim() !== '') await bind(line, directory.bindDn, directory.bindPassword);
    return line;
  } catch (error) {
    line.end();
    throw error;
  }
};

const optionsOf = (line: DirectoryLine, { attributes }: Directory, filter: string) => ({
  scope: 'sub' as const,
  filter: line.readFilter(filter),
  attributes: [...new Set(Object.values(attributes))],
});

/** Names the base in a failure that concerns one. */
const ofBase = (error: unknown, base: string): LdapFailure => {
  const failure = failureOf(error);
  return failure.fault === 'base' || failure.fault === 'size_limit'
    ? new LdapFailure(failure.fault, base, failure)
    : failure;
};

/** Pages of entries of one base, each within the time of an answer. */
async function* pagesOf(line: DirectoryLine, directory: Directory, base: string): AsyncGenerator<Entry[]> {
  const options = optionsOf(line, directory, filterOfAll(directory.filter));
  const pageSize = Math.min(Math.max(1, directory.pageSize), largestPage);
  const pages = await line.ask(async (client) =>
    client.searchPaginated(base, { ...options, paged: { pageSize } }),
  );
  for (;;) {
    const page = await line.ask(() => pages.next());
    if (page.done) return;
    yield page.value.searchEntries;
  }
}

/** The users of a directory, each once, also where bases overlap; throws `LdapFailure`. */
export async function* listUsers(
  directory: Directory,
  { ways, most = mostUsers }: { ways?: Ways; most?: number } = {},
): AsyncGenerator<DirectoryEntry> {
  const line = await searchable(directory, ways);
  const seen = new Set<string>();
  let work = 0;
  try {
    for (const base of basesOf(directory)) {
      for await (const entries of pagesOf(line, directory, base)) {
        // A page of nothing but references counts too: there may be no end of them.
        work += Math.max(1, entries.length);
        if (work > most) throw new LdapFailure('size_limit', `${most}`);
        for (const entry of entries) {
          const key = entry.dn.toLowerCase();
          if (seen.has(key)) continue;
          seen.add(key);
          yield entryOf(entry, directory.attributes);
        }
      }
    }
  } catch (error) {
    throw failureOf(error);
  } finally {
    line.end();
  }
}

/** The entry of a user; undefined if there is none, `ambiguous` when several entries match. */
export const findUser = async (
  directory: Directory,
  username: string,
  ways?: Ways,
): Promise<DirectoryEntry | undefined> => {
  const filter = filterOfUser(directory.filter, username);
  if (filter === undefined) return undefined;
  const line = await searchable(directory, ways);
  try {
    const found = new Map<string, Entry>();
    for (const base of basesOf(directory)) {
      const options = { ...optionsOf(line, directory, filter), sizeLimit: 2 };
      const result = await line
        .ask((client) => client.search(base, options))
        .catch((error) => Promise.reject(ofBase(error, base)));
      for (const entry of result.searchEntries) found.set(entry.dn.toLowerCase(), entry);
    }
    if (found.size > 1) throw new LdapFailure('ambiguous', username);
    const [entry] = found.values();
    return entry && entryOf(entry, directory.attributes);
  } finally {
    line.end();
  }
};

/** Whether a password is that of an entry. An empty one never is. */
export const bindAs = async (
  address: DirectoryAddress,
  dn: string,
  password: string,
  ways?: Ways,
): Promise<boolean> => {
  if (dn.trim() === '' || password === '') return false;
  const line = await connectDirectory(address, ways);
  try {
    await bind(line, dn, password);
    return true;
  } catch (error) {
    if (error instanceof LdapFailure && error.fault === 'credentials') return false;
    throw error;
  } finally {
    line.end();
  }
};

/** How many users each base has; throws `LdapFailure` with what is in the way of finding them. */
export const testConnection = async (
  directory: Directory,
  ways?: Ways,
): Promise<{ base: string; users: number }[]> => {
  const line = await searchable(directory, ways);
  try {
    const counts: { base: string; users: number }[] = [];
    for (const base of basesOf(directory)) {
      let users = 0;
      try {
        for await (const entries of pagesOf(line, directory, base)) {
          users += entries.length;
          if (users > mostUsers) throw new LdapFailure('size_limit');
        }
      } catch (error) {
        throw ofBase(error, base);
      }
      counts.push({ base, users });
    }
    return counts;
  } finally {
    line.end();
  }
};
