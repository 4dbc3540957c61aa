import type { ConsoleStorage } from '../../platform/storage/storage.ts';
import { createStore } from '../../platform/store.ts';

/** Panels on the right. */
export type SidePanel = 'session' | 'appearance';

/** The state of the page around the terminals. */
export type WorkbenchState = {
  isTreeShown: boolean;
  treeWidth: number;
  panel: SidePanel | null;
  isFindShown: boolean;
  isPaletteShown: boolean;
  /** The asset to connect to; with `tab`, in place of that tab's ended session. */
  connecting: { assetId: string; account?: string; tab?: string; orgId?: string } | null;
};

/** Smallest, largest and default width of the asset panel in pixels. */
export const treeBounds = { min: 200, max: 400, usual: 252 } as const;

const KEY = 'luna.layout';
const WIDE = 1280;
/** In a window narrower than this, in px, the asset panel covers the terminals. */
const BESIDE = 992;

type Kept = Pick<WorkbenchState, 'isTreeShown' | 'treeWidth' | 'panel'>;

const clamp = (width: number) => Math.min(treeBounds.max, Math.max(treeBounds.min, Math.round(width)));

/** Layout of the page, stored by this browser, and its open dialogs. */
export const makeWorkbench = (storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>, viewWidth: number) => {
  const kept = storage.getJson<Partial<Kept>>(KEY);
  const isWide = viewWidth >= WIDE;
  const panel = kept?.panel === 'session' || kept?.panel === 'appearance' ? kept.panel : null;
  const store = createStore<WorkbenchState>({
    isTreeShown: isWide ? (kept?.isTreeShown ?? true) : viewWidth >= BESIDE,
    treeWidth: clamp(Number(kept?.treeWidth ?? treeBounds.usual) || treeBounds.usual),
    panel: isWide ? (kept && 'panel' in kept ? panel : 'session') : null,
    isFindShown: false,
    isPaletteShown: false,
    connecting: null,
  });
  const keep = (change: Partial<Kept>) => {
    store.set(change);
    const { isTreeShown, treeWidth, panel: shown } = store.get();
    storage.setJson(KEY, { isTreeShown, treeWidth, panel: shown } satisfies Kept);
  };
  return {
    store,
    /** Hides the asset panel where it covers the terminals. */
    uncover: () => viewWidth < BESIDE && store.set({ isTreeShown: false }),
    showTree: (isTreeShown: boolean) => keep({ isTreeShown }),
    setTreeWidth: (width: number) => keep({ treeWidth: clamp(width) }),
    togglePanel: (next: SidePanel) => keep({ panel: store.get().panel === next ? null : next }),
    closePanel: () => keep({ panel: null }),
    showFind: (isFindShown: boolean) => store.set({ isFindShown }),
    showPalette: (isPaletteShown: boolean) => store.set({ isPaletteShown }),
    connect: (connecting: WorkbenchState['connecting']) => store.set({ connecting, isPaletteShown: false }),
  };
};

/** Layout and dialogs of the page. */
export type Workbench = ReturnType<typeof makeWorkbench>;
