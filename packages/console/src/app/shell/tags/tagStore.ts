import { createStore, type Store } from '../../../platform/store.ts';

/** A page in the tag bar: one that was visited or is affixed. */
export type Tag = { path: string; fullPath: string; name: string; title: string; affix: boolean };

type State = {
  tags: Tag[];
  /** Paths whose pages stay mounted, the least recently visited first. */
  kept: string[];
};

/** Maximum number of paths in `kept`. */
const KEPT = 8;

/** What is recorded about a visit to a page. */
export type Visit = {
  path: string;
  fullPath: string;
  name: string;
  title: string;
  affix?: boolean;
  noCache?: boolean;
};

/** The tags of visited pages, and which of these pages stay mounted. */
export const createTagStore = () => {
  const store: Store<State> = createStore<State>({ tags: [], kept: [] });
  const state = store.get;

  const keepOnly = (tags: Tag[]) =>
    store.set({ tags, kept: state().kept.filter((path) => tags.some((tag) => tag.path === path)) });

  return {
    ...store,
    visit: (visit: Visit) => {
      const { tags, kept } = state();
      const known = tags.find((tag) => tag.path === visit.path);
      const tag: Tag = {
        path: visit.path,
        fullPath: visit.fullPath,
        name: visit.name,
        title: known?.title || visit.title,
        affix: visit.affix ?? false,
      };
      const others = kept.filter((path) => path !== visit.path);
      store.set({
        tags: known ? tags.map((entry) => (entry === known ? tag : entry)) : [...tags, tag],
        kept: visit.noCache ? others : [...others.slice(-(KEPT - 1)), visit.path],
      });
    },
    /** Adds the affixed tags of an area that are missing, in front of the others. */
    affix: (visits: readonly Visit[]) => {
      const { tags } = state();
      const missing = visits
        .filter((visit) => !tags.some((tag) => tag.path === visit.path))
        .map((visit) => ({
          path: visit.path,
          fullPath: visit.fullPath,
          name: visit.name,
          title: visit.title,
          affix: true,
        }));
      if (missing.length > 0) store.set({ tags: [...missing, ...tags] });
    },
    rename: (path: string, title: string) => {
      const { tags } = state();
      if (tags.some((tag) => tag.path === path && tag.title !== title)) {
        store.set({ tags: tags.map((tag) => (tag.path === path ? { ...tag, title } : tag)) });
      }
    },
    /** Stops keeping the page mounted; its tag stays. */
    forget: (path: string) => store.set({ kept: state().kept.filter((entry) => entry !== path) }),
    /** Closes a tag unless it is affixed; returns the neighbour to show instead. */
    close: (path: string): Tag | undefined => {
      const { tags } = state();
      const at = tags.findIndex((tag) => tag.path === path);
      if (at < 0 || tags[at]?.affix) return undefined;
      const rest = tags.filter((tag) => tag.path !== path);
      keepOnly(rest);
      return rest[at] ?? rest[at - 1];
    },
    closeOthers: (path: string) => keepOnly(state().tags.filter((tag) => tag.affix || tag.path === path)),
    closeAll: () => keepOnly(state().tags.filter((tag) => tag.affix)),
  };
};

/** The store of visited pages. */
export type TagStore = ReturnType<typeof createTagStore>;
