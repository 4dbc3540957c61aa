import { createStore } from '../../platform/store.ts';
import type { LinkState } from '../link/linkState.ts';
import type { LinkPurpose, WireDeps } from '../link/wire.ts';
import type { PreferenceStore } from '../preferences/preferenceStore.ts';
import { makeTerminalSession, type TerminalSession } from '../terminal/terminalSession.ts';
import type { TabMemory, TabTarget } from './tabs/tabMemory.ts';
import { neighbour, type Tabs, withoutTab, withTab } from './tabs/tabs.ts';

/** One tab of the workspace. */
export type WorkTab = { key: string; target: TabTarget; title: string; session: TerminalSession };

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

/** The open terminals, the active one, and the storage from which a reload restores them. */
export const makeWorkspace = (deps: Deps) => {
  const store = createStore<Tabs<WorkTab>>({ list: [], active: undefined });
  const tickets = new Map<string, { session_id: string; resume_token: string }>();

  const keep = () =>
    deps.memory.save(
      store.get().list.flatMap(({ key, target, title }) => {
        const ticket = tickets.get(key);
        return ticket ? [{ key, target, title, ticket }] : [];
      }),
    );
  const add = (key: string, target: TabTarget, title: string, purpose: LinkPurpose) => {
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
    store.set(withTab(store.get(), { key, target, title, session }));
  };
  const find = (key: string | undefined) => store.get().list.find((tab) => tab.key === key);

  return {
    store,
    find,
    active: () => find(store.get().active),
    open: (target: TabTarget, token: string) => {
      add(deps.newId(), target, '', { kind: 'open', token });
      keep();
    },
    /** Opens the stored tabs again and resumes their sessions. */
    restore: () => {
      for (const { key, target, title, ticket } of deps.memory.load())
        add(key, target, title, { kind: 'resume', ticket });
      const first = store.get().list[0];
      if (first) store.set({ active: first.key });
    },
    activate: (key: string) => store.set({ active: key }),
    step: (by: number) => store.set({ active: neighbour(store.get(), by) }),
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
