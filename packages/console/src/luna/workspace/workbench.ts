import type { ConsoleStorage } from '../../platform/storage/storage.ts';
import { createStore } from '../../platform/store.ts';
import type { KeptReview } from '../connect/reviewMemory.ts';

/** Panels on the right. */
export type SidePanel = 'session' | 'appearance';

/** The state of the page around the terminals. */
export type WorkbenchState = {
  isTreeShown: boolean;
  treeWidth: number;
  panel: SidePanel | null;
  isFindShown: boolean;
  isPaletteShown: boolean;
  /**
   * The asset to connect to; with `tab`, in place of that tab's ended session; with `before`, as it waited for a reviewer
   * before a reload.
   */
  connecting: {
    assetId: string;
    account?: string;
    tab?: string | undefined;
    orgId?: string | undefined;
    before?: Pick<KeptReview, 'choice' | 'review'>;
  } | null;
};

/** Smallest, largest and default width of the asset panel in pixels. */
export const treeBounds = { min: 200, max: 400, usual: 252 } as const;

const KEY = 'luna.layout';
const WIDE = 1280;
/** In a window narrower than this, in px, the panels cover the terminals. */
const BESIDE = 992;

type Kept = Pick<WorkbenchState, 'isTreeShown' | 'treeWidth' | 'panel'>;

const clamp = (width: number) => Math.min(treeBounds.max, Math.max(treeBounds.min, Math.round(width)));

const isPanel = (panel: unknown): panel is SidePanel => panel === 'session' || panel === 'appearance';

/** The layout of wide windows as stored by this browser. */
const readKept = (stored: Partial<Kept> | undefined): Kept => ({
  isTreeShown: stored?.isTreeShown ?? true,
  treeWidth: clamp(Number(stored?.treeWidth ?? treeBounds.usual) || treeBounds.usual),
  panel: stored && 'panel' in stored ? (isPanel(stored.panel) ? stored.panel : null) : 'session',
});

/** What of the layout a window of this width shows at first. */
const fitting = (kept: Kept, width: number): Kept =>
  width >= WIDE ? kept : { ...kept, isTreeShown: width >= BESIDE, panel: null };

/** Layout of the page, stored by this browser for wide windows, and its open dialogs. */
export const makeWorkbench = (storage: Pick<ConsoleStorage, 'getJson' | 'setJson'>, viewWidth: number) => {
  let kept = readKept(storage.getJson<Partial<Kept>>(KEY));
  let width = viewWidth;
  const store = createStore<WorkbenchState>({
    ...fitting(kept, width),
    isFindShown: false,
    isPaletteShown: false,
    connecting: null,
  });
  const keep = (change: Partial<Kept>) => {
    store.set(change);
    if (width < WIDE) return;
    kept = { ...kept, ...change };
    storage.setJson(KEY, kept);
  };
  const classOf = (pixels: number) => [WIDE, BESIDE].filter((bound) => pixels >= bound).length;
  return {
    store,
    /** The window has changed its width: what would leave too little room folds, and unfolds again. */
    resized: (next: number) => {
      const hasChanged = classOf(next) !== classOf(width);
      width = next;
      if (hasChanged) store.set(fitting(kept, width));
    },
    /** Hides the asset panel where it covers the terminals. */
    uncover: () => width < BESIDE && store.set({ isTreeShown: false }),
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
