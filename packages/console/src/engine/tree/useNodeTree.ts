import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { withQuery } from '../resource/url.ts';
import { useDebounced } from '../select/useDebounced.ts';
import {
  canOpen,
  linesOf,
  loadedParents,
  type TreeLine,
  type TreeModel,
  treeOf,
  withBranch,
  withBranchesOf,
} from './treeModel.ts';

/** Source of a lazily loaded tree. */
export type TreeSource = {
  url: string;
  /** Query parameters of a search besides `search`. */
  search?: Record<string, string>;
  /** Query parameters of a reload that bypasses the server's cache. */
  reload?: Record<string, string>;
  /** Apps whose changes make the tree outdated. */
  follows?: readonly string[];
  /** Gives nodes that occur in several places an id for each. */
  placed?: (node: TreeNode) => TreeNode;
};

const SEARCH_MS = 600;
const RETRIES = 20;
const RETRY_MS = 5_000;

/** Whether to retry: the server answers 409 while it rebuilds a tree, and a lost connection may return. */
const isPassing = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 409 || error.status === 0) && !error.isAborted;

/** Query parameters for the children of a node. */
const branchOf = (node: TreeNode, level = 0) => ({ key: node.id, n: node.name, lv: level });

const placedBy = ({ placed }: TreeSource, nodes: TreeNode[]) => (placed ? nodes.map(placed) : nodes);

const useRoots = (source: TreeSource, search: string) => {
  const http = useHttp();
  const client = useQueryClient();
  const key = ['tree', source.url, search];
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const params = search ? { ...source.search, search } : undefined;
      const ask = async (more?: Record<string, unknown>) =>
        placedBy(
          source,
          await http.get<TreeNode[]>(source.url, { params: more, signal, disableFlashErrorMsg: true }),
        );
      const fresh = treeOf(await ask(params));
      const before = client.getQueryData<TreeModel>(key);
      return before ? withBranchesOf(before, fresh, (node) => ask(branchOf(node))) : fresh;
    },
    retry: (count, error) => isPassing(error) && count < RETRIES,
    retryDelay: RETRY_MS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: follows(...(source.follows ?? [])),
  });
};

/** Logic of a tree: loads branches when they are expanded, and searches on the server. */
export const useNodeTree = (source: TreeSource) => {
  const http = useHttp();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_MS);
  const { data, isPending, error, refetch } = useRoots(source, search);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tree: TreeModel = data ?? treeOf([]);
  const key = ['tree', source.url, search];
  const change = (edit: (tree: TreeModel) => TreeModel) =>
    client.setQueryData<TreeModel>(key, (now) => edit(now ?? treeOf([])));
  const expanded = loadedParents(tree);
  for (const [id, isOpen] of opened) isOpen ? expanded.add(id) : expanded.delete(id);

  const load = async (node: TreeNode, level: number) => {
    const nodes = await http.get<TreeNode[]>(source.url, { params: branchOf(node, level) });
    change((now) => withBranch(now, node, placedBy(source, nodes)));
  };
  const toggle = async (line: TreeLine, open: boolean) => {
    if (open && !tree.children.has(line.node.id))
      await load(line.node, line.level - 1).catch(() => undefined);
    setOpened((now) => new Map(now).set(line.node.id, open));
  };
  return {
    tree,
    lines: linesOf(tree, expanded),
    canOpen: (line: TreeLine) => canOpen(tree, line.node),
    toggle: (line: TreeLine, open: boolean) => void toggle(line, open),
    /** Expands a node that has just got its first children. */
    reveal: (id: string) => setOpened((now) => new Map(now).set(id, true)),
    change,
    isPending,
    error,
    reload: () => void refetch(),
    rebuild: async () => {
      if (source.reload) {
        await http.get(withQuery(source.url, source.reload)).catch(() => undefined);
      }
      setOpened(new Map());
      await refetch();
    },
    typed,
    setTyped,
    isSearching: search !== '',
  };
};

/** Controller of a tree, for its panel. */
export type NodeTree = ReturnType<typeof useNodeTree>;
