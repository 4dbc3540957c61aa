import type { Context } from '../../../engine/context.ts';
import type { Answer } from '../../../engine/http.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Backends } from '../backends/all.ts';
import type { ElsewhereBackend } from '../backends/backend.ts';
import { frameOf, pageAnswer, redirect, withNext } from '../page/pageRequest.ts';
import { leavePage } from '../page/wayPages.ts';

/** A way to sign in elsewhere, as the sign-in page offers it. */
type OfferedWay = { label: string; href: string };

const waysOf = (backends: Backends): ElsewhereBackend[] =>
  backends.enabled().filter((backend) => backend.shape === 'elsewhere');

const hrefOf = ({ name }: ElsewhereBackend, next: string): string =>
  withNext(`/core/auth/${name}/login/`, next);

/** How users know another system. */
const labelOf = ({ name, label }: ElsewhereBackend, settings: Pick<Settings, 'get'>, ctx: Context): string =>
  label(settings) || ctx.t(`common.choices.backend.${name}`);

type Asked = { backends: Backends; settings: Pick<Settings, 'get'>; next: string };

/** The ways that the sign-in page offers besides the password. */
export const offeredWays = ({ backends, settings, next }: Asked, ctx: Context): OfferedWay[] =>
  waysOf(backends).map((way) => ({ label: labelOf(way, settings, ctx), href: hrefOf(way, next) }));

/** For how many seconds a browser shows the page that it leaves. */
const noticeSeconds = 3;

/** Leaves a page by itself: a form that is posted may not be redirected to another site (`form-action`). */
export const leaving = (markup: string, url: string, seconds: number): Answer => {
  const answer = pageAnswer(markup);
  return { ...answer, headers: { ...answer.headers, refresh: `${seconds};url=${url}` } };
};

/** Where the sign-in page leads by itself, if the settings say so. */
export const ledAway = ({ backends, settings, next }: Asked, ctx: Context): Answer | undefined => {
  const to = settings.get('LOGIN_REDIRECT_TO_BACKEND');
  const way = waysOf(backends).find(({ name, leads }) => leads && name === to);
  if (!way) return undefined;
  const url = hrefOf(way, next);
  if (!settings.get('LOGIN_REDIRECT_MSG_ENABLED')) return redirect(url);
  const frame = frameOf(ctx, 'title', { settings, here: withNext('/core/auth/login/', next) });
  const text = ctx.t('signIn.way_leads', { name: labelOf(way, settings, ctx) });
  return leaving(leavePage(frame, { text, url }), url, noticeSeconds);
};
