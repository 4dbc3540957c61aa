import type { ConsoleStorage } from '../../platform/storage/storage.ts';

type Kept = Pick<ConsoleStorage, 'get' | 'set'>;

/** Bounds of the width of a tree beside a list, in pixels. */
export const treeBounds = { narrowest: 200, widest: 400, usual: 244 };

const WIDTH_KEY = 'treeWidth';
const HIDDEN_KEY = 'treeHidden';

/** The width the user has given to trees beside lists. */
export const treeWidth = (storage: Pick<Kept, 'get'>): number => {
  const { narrowest, widest, usual } = treeBounds;
  return Math.max(narrowest, Math.min(widest, Number(storage.get(WIDTH_KEY)) || usual));
};

/** Whether the user has hidden the trees beside lists. */
export const isTreeHidden = (storage: Pick<Kept, 'get'>): boolean => storage.get(HIDDEN_KEY) === '1';

/** Remembers the width of trees. */
export const keepTreeWidth = (storage: Pick<Kept, 'set'>, width: number): void =>
  storage.set(WIDTH_KEY, String(width));

/** Remembers whether trees are hidden. */
export const keepTreeHidden = (storage: Pick<Kept, 'set'>, isHidden: boolean): void =>
  storage.set(HIDDEN_KEY, isHidden ? '1' : '0');
