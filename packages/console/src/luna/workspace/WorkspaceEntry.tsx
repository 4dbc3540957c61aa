import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { createRecents } from '../../platform/storage/recents.ts';
import { makeAssetTree } from '../assets/assetTree.ts';
import { makeLastChoices } from '../connect/lastChoice.ts';
import { makeReviewMemory } from '../connect/reviewMemory.ts';
import { type Luna, LunaProvider } from '../LunaContext.tsx';
import { openBrowserSocket } from '../link/browserSocket.ts';
import { makePreferenceStore } from '../preferences/preferenceStore.ts';
import { loadFastDrawing } from '../terminal/makeTerminal.ts';
import { bannerText } from './banner.ts';
import { claimPage, makeTabMemory } from './tabs/tabMemory.ts';
import { WorkspacePage } from './WorkspacePage.tsx';
import { makeWorkbench } from './workbench.ts';
import { makeWorkspace } from './workspace.ts';

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Builds the web terminal once the user is known. */
const useLunaParts = (): Luna => {
  const { t } = useTranslation('luna');
  const { http, storage, session, language } = usePlatform();
  const [luna] = useState<Luna>(() => {
    const userId = session.get().profile?.id ?? '';
    const preferences = makePreferenceStore({ http, storage, userId });
    const recents = createRecents(storage, `luna.recent.${userId}`);
    return {
      preferences,
      recents,
      choices: makeLastChoices(storage, userId),
      workbench: makeWorkbench(storage, window.innerWidth),
      tree: makeAssetTree({ http, recents, orgId: () => session.get().currentOrg?.id ?? '' }),
      workspace: makeWorkspace({
        openSocket: openBrowserSocket,
        preferences,
        memory: makeTabMemory(window.sessionStorage, userId),
        newId,
        language,
        banner: ({ facts }) => (facts ? bannerText(facts, language, t) : ''),
      }),
    };
  });
  return luna;
};

/**
 * Returns the asset and account in a link such as `?login_to=…`, and removes them from the address, so that
 * a reload does not connect again.
 */
const takeLoginTo = () => {
  const url = new URL(window.location.href);
  const assetId = url.searchParams.get('login_to');
  const account = url.searchParams.get('login_account');
  if (!assetId) return null;
  url.searchParams.delete('login_to');
  url.searchParams.delete('login_account');
  window.history.replaceState(null, '', url);
  return { assetId, ...(account && { account }) };
};

/** Passes on what the browser says about the network and the size of the window. */
const watchWindow = ({ workspace, workbench }: Luna) => {
  const sessions = () => workspace.store.get().list.map(({ session }) => session);
  const retry = () => {
    for (const { link, store } of sessions()) if (store.get().link.phase !== 'detached') link.retry();
  };
  const doubt = () => {
    for (const { link } of sessions()) link.doubt();
  };
  const fit = () => workbench.resized(window.innerWidth);
  window.addEventListener('online', retry);
  window.addEventListener('offline', doubt);
  window.addEventListener('resize', fit);
  return () => {
    window.removeEventListener('online', retry);
    window.removeEventListener('offline', doubt);
    window.removeEventListener('resize', fit);
  };
};

/** The user's web terminal; it resumes the sessions from before a reload, and the connection that waited. */
export function WorkspaceEntry() {
  const luna = useLunaParts();
  const { session } = usePlatform();
  useEffect(() => {
    luna.preferences.load();
    const target = takeLoginTo();
    const page = claimPage(window.sessionStorage, navigator.locks, newId);
    Promise.all([page, loadFastDrawing()]).then(() => {
      luna.workspace.restore();
      const waits = makeReviewMemory(window.sessionStorage, session.get().profile?.id ?? '').load();
      if (target) luna.workbench.connect(target);
      else if (waits) luna.workbench.connect({ ...waits, before: waits });
    });
    return watchWindow(luna);
  }, [luna, session]);
  return (
    <LunaProvider luna={luna}>
      <WorkspacePage />
    </LunaProvider>
  );
}
