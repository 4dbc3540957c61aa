import '../theme/base.css';
import '../replay/dark/night.css';
import { createRoot } from 'react-dom/client';
import { createPlatform } from '../platform/createPlatform.ts';
import { PlatformProvider } from '../platform/Platform.tsx';
import { applyInterface } from '../platform/session/applyInterface.ts';
import { darkSurfaces } from '../replay/dark/darkSurfaces.ts';
import { loadGatewayTexts } from './gatewayTexts.ts';
import { LunaRoot, Refusal } from './LunaRoot.tsx';

const root = document.documentElement;
root.classList.add('night');
for (const [name, value] of Object.entries(darkSurfaces)) root.style.setProperty(name, value);

const start = async () => {
  const platform = await createPlatform({ namespaces: ['luna', 'common'], hasDialogs: false });
  applyInterface(platform.session);
  const [outcome] = await Promise.all([platform.startUp.load(), loadGatewayTexts(platform.i18n)]);
  if (outcome.kind === 'login') return;
  if (outcome.kind === 'ready') await platform.startUp.enter('workbench', false, '/luna/');
  createRoot(document.getElementById('root')!).render(
    <PlatformProvider platform={platform}>
      {outcome.kind === 'ready' ? <LunaRoot path={window.location.pathname} /> : <Refusal reason="failed" />}
    </PlatformProvider>,
  );
};

start();
