import {
  getConsole,
  getConsoleFile,
  getWebTerminal,
  getWebTerminalPage,
  goHome,
} from '@gatehouse/contract/calls/files.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { bindWhole } from '../../engine/calls/bind.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import { createStaticFolder, type StaticFolder } from '../../platform/http/staticFolder.ts';

/** Built files have their content's hash in their name, so they never change. */
const forever = 'public, max-age=31536000, immutable';
const always = 'no-cache';

const restOf = (request: FastifyRequest): string => (request.params as { '*'?: string })['*'] ?? '';

/** A file of the build, or the application's page, whose router reads the rest of the path. */
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

/**
 * Serves the built console under `/ui/` and the web terminal under `/luna/`; `/` leads to the console or to
 * the sign-in page.
 */
export const addConsoleFiles = (ports: HttpPorts, folder: URL): void => {
  const files = createStaticFolder(folder);
  const redirect = (location: string): Answer => ({
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
  });
  bindWhole(ports, goHome, ({ ctx }) => redirect(ctx.actor.id ? '/ui/' : '/core/auth/login/'));
  /** Relative links on the page need the trailing slash. */
  const entry = (name: string, page: string, request: FastifyRequest) => {
    const { pathname, search } = new URL(request.raw.url ?? '/', 'http://localhost');
    return pathname.endsWith('/') ? answerFrom(files, page, '', request) : redirect(`/${name}/${search}`);
  };
  bindWhole(ports, getConsole, ({ request }) => entry('ui', 'index.html', request));
  bindWhole(ports, getConsoleFile, ({ request }) =>
    answerFrom(files, 'index.html', restOf(request), request),
  );
  bindWhole(ports, getWebTerminal, ({ request }) => entry('luna', 'luna.html', request));
  bindWhole(ports, getWebTerminalPage, ({ request }) => answerFrom(files, 'luna.html', '', request));
};
