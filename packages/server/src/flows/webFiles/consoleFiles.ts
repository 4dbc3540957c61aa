import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { type Answer, addRoute, type HttpPorts } from '../../engine/http.ts';
import { createStaticFolder, type StaticFolder } from '../../platform/http/staticFolder.ts';

/** Names of built assets carry their content's hash, so they never change. */
const forever = 'public, max-age=31536000, immutable';
const always = 'no-cache';

const restOf = (request: FastifyRequest): string => (request.params as { '*'?: string })['*'] ?? '';

/** A file of the build, or the page of the application: its own router reads the rest of the path. */
const answerFrom = async (
  folder: StaticFolder,
  page: string,
  path: string,
  request: FastifyRequest,
): Promise<Answer> => {
  const isAsset = path.startsWith('assets/');
  const file = path ? await folder.answer(path, request.raw, isAsset ? forever : always) : undefined;
  if (file) return file;
  if (isAsset) throw new AppError('not_found');
  const index = await folder.answer(page, request.raw, always);
  if (index) return index;
  return {
    status: 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: 'The console has not been built yet (npm run build).\n',
  };
};

/** Serves the built console under `/ui/` and the web terminal under `/luna/`; `/` leads to the one or to signing in. */
export const addConsoleFiles = (ports: HttpPorts, folder: URL): void => {
  const files = createStaticFolder(folder);
  const redirect = (location: string): Answer => ({
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
  });
  addRoute(ports, {
    method: 'GET',
    url: '/',
    need: 'public',
    handle: async (ctx) => redirect(ctx.actor.id ? '/ui/' : '/core/auth/login/'),
  });
  for (const [name, page] of [
    ['ui', 'index.html'],
    ['luna', 'luna.html'],
  ] as const) {
    // Relative links of the page need the slash.
    addRoute(ports, {
      method: 'GET',
      url: `/${name}`,
      need: 'public',
      handle: async (_ctx, request) => {
        const { pathname, search } = new URL(request.raw.url ?? '/', 'http://localhost');
        return pathname.endsWith('/') ? answerFrom(files, page, '', request) : redirect(`/${name}/${search}`);
      },
    });
    addRoute(ports, {
      method: 'GET',
      url: `/${name}/*`,
      need: 'public',
      handle: async (_ctx, request) => answerFrom(files, page, name === 'ui' ? restOf(request) : '', request),
    });
  }
};
