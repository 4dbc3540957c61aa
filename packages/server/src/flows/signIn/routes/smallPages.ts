import { getStaticFile } from '@gatehouse/contract/calls/files.ts';
import { chooseLanguage, showDownloads } from '@gatehouse/contract/calls/pages.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bindWhole } from '../../../engine/calls/bind.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { createStaticFolder } from '../../../platform/http/staticFolder.ts';
import { languages } from '../../../platform/i18n.ts';
import { readable } from '../../session/cookies.ts';
import type { SignInDeps } from '../deps.ts';
import { html } from '../page/html.ts';
import { textPage } from '../page/layout.ts';
import { frameOf, hereOf, pageAnswer, redirect, safeNext } from '../page/pageRequest.ts';

/** The previous page, when it was on this site. */
const cameFrom = (referer: string | undefined, host: string | undefined): string => {
  const parsed = referer ? URL.parse(referer) : null;
  return parsed && parsed.host === host ? safeNext(`${parsed.pathname}${parsed.search}`, '/') : '/';
};

/** Clients for users and programs; none needs installing. */
const clients = [
  { href: '/luna/', key: 'terminal' },
  { href: '/ui/', key: 'console' },
  { href: '/api/docs/', key: 'api' },
] as const;

/** Registers the language switch, the client page and the files of the server's own pages. */
export const addSmallPages = (ports: HttpPorts, deps: SignInDeps): void => {
  bindWhole(ports, chooseLanguage, ({ params, query, request, reply }) => {
    const known = languages.find((language) => language === params.language);
    if (!known) throw new AppError('not_found');
    reply.setCookie('django_language', known, { ...readable(request, deps), maxAge: 365 * 86_400 });
    const before = cameFrom(request.headers.referer, request.headers.host);
    return redirect(query.next ? safeNext(query.next, before) : before);
  });
  bindWhole(ports, showDownloads, ({ ctx, request }) => {
    const { settings } = deps;
    const frame = frameOf(ctx, 'download_title', { settings, here: hereOf(request) });
    const { t } = frame;
    const ways = clients.map(
      ({ href, key }) =>
        html`<li><a href="${href}">${t(`download_${key}`)}</a><br>${t(`download_${key}_text`)}</li>`,
    );
    const content = html`<h1>${t('download_title')}</h1><p class="lead">${t('download_text')}</p><ul class="ways">${ways}</ul>`;
    return pageAnswer(textPage(frame, content));
  });
  const folder = createStaticFolder(new URL('../../../../public/', import.meta.url));
  bindWhole(ports, getStaticFile, async ({ params, request }) => {
    const answer = await folder.answer(params.file, request.raw, 'public, max-age=300');
    if (!answer) throw new AppError('not_found');
    return answer;
  });
};
