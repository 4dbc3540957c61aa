import { DEFAULT_ORG_ID, ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';

/** The organizations, kept in memory because nearly every request and row names one. */
export type Organizations = {
  nameOf(id: string): string | undefined;
  /**
   * By id, by exact name, or by one of the words `default`, `root`, `global` and `system` regardless of case;
   * undefined when unknown.
   */
  find(idOrName: string): { id: string; name: string; isRoot: boolean } | undefined;
  ids(): string[];
  reload(): Promise<void>;
};

const words: Record<string, string> = {
  root: ROOT_ORG_ID,
  global: ROOT_ORG_ID,
  default: DEFAULT_ORG_ID,
  system: SYSTEM_ORG_ID,
};

/** Keeps what `read` returns, all organizations, in memory; `reload` runs on every `organizations` event. */
export const createOrganizations = async (
  read: () => Promise<readonly { id: string; name: string }[]>,
  rootName: () => string = () => 'GLOBAL',
): Promise<Organizations> => {
  let names = new Map<string, string>();
  const reload = async () => {
    const rows = await read();
    names = new Map([
      [ROOT_ORG_ID, 'GLOBAL'],
      [SYSTEM_ORG_ID, 'SYSTEM'],
      ...rows.map((row): [string, string] => [row.id, row.name]),
    ]);
  };
  await reload();
  return {
    nameOf: (id) => (id === ROOT_ORG_ID ? rootName() : names.get(id)),
    ids: () => [...names.keys()].filter((id) => id !== ROOT_ORG_ID),
    reload,
    find: (idOrName) => {
      const requested = words[idOrName.toLowerCase()] ?? idOrName.toLowerCase();
      const id = names.has(requested) ? requested : [...names].find(([, name]) => name === idOrName)?.[0];
      return id === undefined
        ? undefined
        : { id, name: (id === ROOT_ORG_ID ? rootName() : names.get(id)) ?? '', isRoot: id === ROOT_ORG_ID };
    },
  };
};
