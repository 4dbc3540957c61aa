import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Recents } from '../../platform/storage/recents.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { assetsById, loadFavorites, loadTree, type PermedRow, setFavorite } from './assetSource.ts';
import { emptyTree, type TreeState, withAnswer, withExpanded, withLoading } from './treeModel.ts';

/** Key of the favourites, as the server names them. */
export const FAVORITE_KEY = 'favorite';
/** Key of recently opened assets, known only to this browser. */
export const RECENT_KEY = 'recent';

/** State of the tree. */
export type AssetTreeState = {
  tree: TreeState;
  favorites: ReadonlySet<string>;
  status: 'loading' | 'ready' | 'failed';
  error: unknown;
};

type Deps = { http: Http; recents: Recents; orgId: () => string };

const groupNode = (key: string, count: number): TreeNode => ({
  id: key,
  name: `${key} (${count})`,
  title: '',
  pId: '',
  isParent: true,
  open: false,
  meta: { type: 'group', data: { value: key } },
});
const assetNode = (row: PermedRow, parent: string): TreeNode => ({
  id: row.id,
  name: row.name,
  title: row.address,
  pId: parent,
  isParent: false,
  open: false,
  iconSkin: row.type?.value ?? row.category?.value ?? '',
  chkDisabled: row.is_active === false,
  meta: {
    type: 'asset',
    data: { name: row.name, address: row.address, protocols: row.protocols.map(({ name }) => name) },
  },
});

/** Expands branches of a tree; each is loaded when first expanded. */
const makeBranches = (store: Store<AssetTreeState>, childrenOf: (key: string) => Promise<TreeNode[]>) => {
  let run = 0;
  const change = (next: (tree: TreeState) => TreeState) => store.set({ tree: next(store.get().tree) });
  const loadBelow = async (key: string) => {
    const own = run;
    change((tree) => withLoading(tree, key, true));
    try {
      const nodes = await childrenOf(key);
      if (own === run) change((tree) => withAnswer(tree, key, nodes));
    } catch (error) {
      if (own !== run) return;
      change((tree) => withExpanded(withLoading(tree, key, false), key, false));
      throw error;
    }
  };
  return {
    change,
    loadBelow,
    /** Called before the whole tree is loaded: answers to earlier requests no longer count. */
    startOver: () => {
      run += 1;
      const own = run;
      return { isLatest: () => own === run };
    },
    /** Expands the branches again that were expanded before a refresh, outermost first. */
    reopen: async (keys: ReadonlySet<string>) => {
      const own = run;
      const waiting = new Set(keys);
      const next = () => {
        const { items, children } = store.get().tree;
        return [...waiting].find((key) => key in items && !(key in children));
      };
      for (let key = next(); key !== undefined && own === run; key = next()) {
        waiting.delete(key);
        change((tree) => withExpanded(tree, key, true));
        await loadBelow(key).catch(() => undefined);
      }
    },
    setOpen: async (key: string, isOpen: boolean) => {
      change((tree) => withExpanded(tree, key, isOpen));
      const { tree } = store.get();
      if (isOpen && !(key in tree.children) && !tree.loading.has(key)) await loadBelow(key);
    },
  };
};

/**
 * The permitted assets as a tree that is loaded level by level, with favourites and recently opened assets on
 * top.
 */
export const makeAssetTree = ({ http, recents, orgId }: Deps) => {
  const store = createStore<AssetTreeState>({
    tree: emptyTree,
    favorites: new Set(),
    status: 'loading',
    error: null,
  });
  const { change, loadBelow, startOver, reopen, setOpen } = makeBranches(store, async (key) => {
    if (key !== RECENT_KEY) return loadTree(http, key);
    return (await assetsById(http, recents.get(orgId()))).map((row) => assetNode(row, RECENT_KEY));
  });
  const count = (key: string, amount: number) => {
    const item = store.get().tree.items[key];
    if (item) change((tree) => ({ ...tree, items: { ...tree.items, [key]: { ...item, count: amount } } }));
  };

  const load = async (rebuild = false) => {
    const { isLatest } = startOver();
    store.set({ status: 'loading', error: null });
    try {
      const [nodes, favorites] = await Promise.all([
        loadTree(http, '', { rebuild }),
        loadFavorites(http).catch(() => []),
      ]);
      if (!isLatest()) return;
      const rest = nodes.filter((node) => node.id !== FAVORITE_KEY);
      const first =
        nodes.find((node) => node.id === FAVORITE_KEY) ?? groupNode(FAVORITE_KEY, favorites.length);
      const recent = groupNode(RECENT_KEY, recents.get(orgId()).length);
      const open = store.get().tree.expanded;
      const tree = withAnswer(emptyTree, '', [first, recent, ...rest]);
      store.set({ tree, favorites: new Set(favorites), status: 'ready' });
      await reopen(open);
    } catch (error) {
      if (isLatest()) store.set({ status: 'failed', error });
    }
  };

  return {
    store,
    load,
    setOpen,
    /** Called when the list of recently opened assets has changed. */
    touchRecent: () => {
      const { tree } = store.get();
      count(RECENT_KEY, recents.get(orgId()).length);
      if (tree.expanded.has(RECENT_KEY)) loadBelow(RECENT_KEY).catch(() => undefined);
      else
        change(({ children: { [RECENT_KEY]: _old, ...children }, ...others }) => ({ ...others, children }));
    },
    toggleFavorite: async (assetId: string) => {
      const { favorites, tree } = store.get();
      const isFavorite = !favorites.has(assetId);
      await setFavorite(http, assetId, isFavorite);
      const next = new Set(favorites);
      if (isFavorite) next.add(assetId);
      else next.delete(assetId);
      store.set({ favorites: next });
      count(FAVORITE_KEY, next.size);
      if (FAVORITE_KEY in tree.children || tree.expanded.has(FAVORITE_KEY)) await loadBelow(FAVORITE_KEY);
    },
  };
};

/** The asset tree of the workspace. */
export type AssetTreeSource = ReturnType<typeof makeAssetTree>;
