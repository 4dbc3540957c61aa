import { createContext, type ReactNode, useContext } from 'react';
import type { Recents } from '../platform/storage/recents.ts';
import type { AssetTreeSource } from './assets/assetTree.ts';
import type { LastChoices } from './connect/lastChoice.ts';
import type { PreferenceStore } from './preferences/preferenceStore.ts';
import type { Workbench } from './workspace/workbench.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The parts of the web terminal that its components share. */
export type Luna = {
  workspace: Workspace;
  workbench: Workbench;
  preferences: PreferenceStore;
  tree: AssetTreeSource;
  recents: Recents;
  choices: LastChoices;
};

const LunaContext = createContext<Luna | undefined>(undefined);

/** Gives the page access to the parts of the web terminal. */
export function LunaProvider({ luna, children }: { luna: Luna; children: ReactNode }) {
  return <LunaContext value={luna}>{children}</LunaContext>;
}

/** The parts of the web terminal. */
export const useLuna = (): Luna => {
  const luna = useContext(LunaContext);
  if (!luna) throw new Error('LunaProvider is missing');
  return luna;
};
