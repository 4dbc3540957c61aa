import { createRoot } from 'react-dom/client';
import { createPlatform } from '../platform/createPlatform.ts';
import { PlatformRoot } from '../platform/PlatformRoot.tsx';
import { applyInterface } from '../platform/session/applyInterface.ts';
import '../theme/base.css';
import { isLoginPath } from './start/basePath.ts';
import { pathOfHash } from './start/legacyHash.ts';
import { Start } from './start/Start.tsx';

const start = async () => {
  const legacy = pathOfHash(window.location.hash);
  if (legacy) window.history.replaceState(null, '', legacy);
  if (isLoginPath(window.location.pathname)) {
    window.location.replace('/core/auth/login/');
    return;
  }
  const platform = await createPlatform({
    namespaces: ['common', 'shell', 'engine', 'resources'],
    startsUp: true,
  });
  applyInterface(platform.session);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  createRoot(root).render(
    <PlatformRoot platform={platform}>
      <Start />
    </PlatformRoot>,
  );
};

void start();
