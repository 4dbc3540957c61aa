import {
  getConsole,
  getConsoleAsset,
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
import { always, consolePage } from './consolePage.ts';

/** Built files have their content's hash in their name, so they never change. */
const forever = 'public, max-age=31536000, immutable';

/** The build puts all files into one folder. */
const isName = /^[^/\\]+$/;

const restOf = (request: FastifyRequest): string => (request.params as { '*'?: string })['*'] ?? '';

const unbuilt: Answer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console has not been built yet (npm run build).\n',
};

type Page = () => Promise<Answer | undefined>;

/** A file beside the pages, or the application's page, whose router reads the rest of the path. */
const answerFrom = async (
  folder: StaticFolder,
  page: Page,
  path: string,
  request: FastifyRequest,
): Promise<Answer> => {
  const file = path ? await folder.answer(path, request.raw, always) : undefined;
  return file ?? (await page()) ?? unbuilt;
};

/**
 * Serves the built console under `/ui/` and the web terminal under `/luna/`; `/` leads to the console or to
 * the sign-in page.
 */
export const addConsoleFiles = (ports: HttpPorts, folder: URL): void => {
  const files = createStaticFolder(folder);
  const shell = consolePage(files, folder);
  const terminal = (request: FastifyRequest) => files.answer('luna.html', request.raw, always);
  const redirect = (location: string): Answer => ({
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
  });
  bindWhole(ports, goHome, ({ ctx }) => redirect(ctx.actor.id ? '/ui/' : '/core/auth/login/'));
  /** Relative links on the page need the trailing slash. */
  const entry = (name: string, page: Page, request: FastifyRequest) => {
    const { pathname, search } = new URL(request.raw.url ?? '/', 'http://localhost');
    return pathname.endsWith('/') ? answerFrom(files, page, '', request) : redirect(`/${name}/${search}`);
  };
  bindWhole(ports, getConsole, (visit) => entry('ui', () => shell(visit), visit.request));
  bindWhole(ports, getConsoleAsset, async ({ request }) => {
    const name = restOf(request);
    const file = isName.test(name) ? await files.answer(`assets/${name}`, request.raw, forever) : undefined;
    if (!file) throw new AppError('not_found');
    return file;
  });
  bindWhole(ports, getConsoleFile, (visit) =>
    answerFrom(files, () => shell(visit), restOf(visit.request), visit.request),
  );
  bindWhole(ports, getWebTerminal, ({ request }) => entry('luna', () => terminal(request), request));
  bindWhole(ports, getWebTerminalPage, ({ request }) =>
    answerFrom(files, () => terminal(request), '', request),
  );
};
