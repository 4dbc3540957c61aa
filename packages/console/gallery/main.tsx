import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Language } from '../src/platform/i18n/language.ts';
import { PlatformRoot } from '../src/platform/PlatformRoot.tsx';
import { createRouteNames } from '../src/platform/route/routeNames.ts';
import { RouteNamesContext } from '../src/platform/route/useRouteNames.ts';
import '../src/theme/base.css';
import type { ThemeName } from '../src/theme/tokens.ts';
import { domainPerms } from '../test/domains.ts';
import { fakePlatform } from '../test/fakePlatform.ts';
import { Gallery } from './Gallery.tsx';
import { galleryServer } from './galleryServer.ts';

/** `?lang=ja&theme=dark` selects language and theme. */
const start = async () => {
  const query = new URLSearchParams(window.location.search);
  const language = (query.get('lang') ?? 'en') as Language;
  const theme: ThemeName = query.get('theme') === 'dark' ? 'dark' : 'light';
  const platform = await fakePlatform(galleryServer(), { perms: domainPerms }, language);
  const router = createBrowserRouter([{ path: '*', element: <Gallery /> }]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  createRoot(root).render(
    <PlatformRoot platform={platform} theme={theme}>
      <RouteNamesContext value={createRouteNames([], platform.session.get().perms)}>
        <RouterProvider router={router} />
      </RouteNamesContext>
    </PlatformRoot>,
  );
};

void start();
