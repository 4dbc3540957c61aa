import { createStore } from '../../platform/store.ts';
import type { LinkState } from '../link/linkState.ts';
import type { LinkPurpose, WireDeps } from '../link/wire.ts';
import type { PreferenceStore } from '../preferences/preferenceStore.ts';
import { makeTerminalSession, type TerminalSession } from '../terminal/terminalSession.ts';
import type { TabMemory, TabTarget } from './tabs/tabMemory.ts';
import { neighbour, type Tabs, withoutTab, withTab } from './tabs/tabs.ts';

/** One tab of the workspace. */
export type WorkTab = {
  key: string;
  target: TabTarget;
  /** The name that the user has given to the tab, else empty. */
  title: string;
  /** Its number among the tabs of the same asset; the first has 1. */
  number: number;
  session: TerminalSession;
};

type Deps = {
  openSocket: WireDeps['openSocket'];
  preferences: PreferenceStore;
  memory: TabMemory;
  newId: () => string;
  language: string;
  banner: (state: LinkState) => string;
};

/** Whether closing a tab would end a session. */
export const isAlive = (tab: WorkTab): boolean => {
  const { phase, facts } = tab.session.store.get().link;
  return phase !== 'ended' && phase !== 'detached' && facts !== null;
};

const isOfAsset = (tab: Pick<WorkTab, 'target'>, { asset }: TabTarget) => tab.target.asset.id === asset.id;

/** The smallest number that no other tab of the asset has. */
const freeNumber = (tabs: readonly WorkTab[], target: TabTarget): number => {
  const taken = new Set(tabs.filter((tab) => isOfAsset(tab, target)).map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
};

/** The open terminals, the active one, and the storage from which a reload restores them. */
export const makeWorkspace = (deps: Deps) => {
  const store = createStore<Tabs<WorkTab>>({ list: [], active: undefined });
  const tickets = new Map<string, { session_id: string; resume_token: string }>();

  const keep = () =>
    deps.memory.save({
      active: store.get().active,
      tabs: store.get().list.flatMap(({ key, target, title, number }) => {
        const ticket = tickets.get(key);
        return ticket ? [{ key, target, title, number, ticket }] : [];
      }),
    });
  const activate = (key: string | undefined) => {
    store.set({ active: key });
    keep();
  };
  const add = (tab: Omit<WorkTab, 'session'>, purpose: LinkPurpose) => {
    const { key } = tab;
    if (purpose.kind === 'resume') tickets.set(key, purpose.ticket);
    const session = makeTerminalSession(purpose, {
      ...deps,
      clientId: deps.newId(),
      remember: (ticket) => {
        if (ticket) tickets.set(key, ticket);
        else tickets.delete(key);
        keep();
      },
    });
    store.set(withTab(store.get(), { ...tab, session }));
  };
  const find = (key: string | undefined) => store.get().list.find((tab) => tab.key === key);

  return {
    store,
    find,
    active: () => find(store.get().active),
    open: (target: TabTarget, token: string) => {
      const number = freeNumber(store.get().list, target);
      add({ key: deps.newId(), target, title: '', number }, { kind: 'open', token });
      keep();
    },
    /** Opens the stored tabs again, with the same one in front, and resumes their sessions. */
    restore: () => {
      const { tabs, active } = deps.memory.load();
      for (const { ticket, ...tab } of tabs) add(tab, { kind: 'resume', ticket });
      const front = find(active) ?? store.get().list[0];
      if (front) activate(front.key);
    },
    activate,
    step: (by: number) => activate(neighbour(store.get(), by)),
    rename: (key: string, title: string) => {
      store.set({ list: store.get().list.map((tab) => (tab.key === key ? { ...tab, title } : tab)) });
      keep();
    },
    reconnect: (key: string, target: TabTarget, token: string) => {
      store.set({ list: store.get().list.map((tab) => (tab.key === key ? { ...tab, target } : tab)) });
      find(key)?.session.reconnect({ kind: 'open', token });
    },
    close: (key: string) => {
      const tab = find(key);
      if (!tab) return;
      tab.session.link.close();
      tickets.delete(key);
      store.set(withoutTab(store.get(), key));
      keep();
      tab.session.dispose();
    },
  };
};

/** The open terminals. */
export type Workspace = ReturnType<typeof makeWorkspace>;
