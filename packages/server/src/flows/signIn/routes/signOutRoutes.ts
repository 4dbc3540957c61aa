import { askToSignOut, signOut, signOutConsole } from '@gatehouse/contract/calls/pages.ts';
import type { FastifyRequest } from 'fastify';
import { bind, bindWhole, type CallHandler, type CallInput } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { Answer, HttpPorts } from '../../../engine/http.ts';
import { endSession, providerOf } from '../../../resources/users/user/sessions.ts';
import type { Entering, Visit } from '../admit.ts';
import type { SignInDeps } from '../deps.ts';
import {
  csrfOf,
  frameOf,
  hereOf,
  isOurForm,
  pageAnswer,
  redirect,
  safeNext,
  withNext,
} from '../page/pageRequest.ts';
import { signOutPage } from '../page/signOutPage.ts';
import { leavePage } from '../page/wayPages.ts';
import { leaving } from '../ways/offered.ts';
import { giveUp } from './approvalRoutes.ts';

const loginUrl = '/core/auth/login/';

/** Where the user signs out at the system too that the web session was opened through. */
const farewellOf = async ({ request }: Visit, deps: SignInDeps): Promise<string | undefined> => {
  const credential = request.signedIn?.credential;
  if (credential?.scheme !== 'session') return undefined;
  const provider = await providerOf(credential.id, deps.db);
  const backend = deps.backends.find('elsewhere', credential.session.data.backend);
  if (!provider || !backend?.signOut) return undefined;
  const site = deps.settings.get('SITE_URL') || deps.siteUrl || `${request.protocol}://${request.host}`;
  const token = provider.token ? deps.vault.open(provider.token) : undefined;
  const back = `${site.replace(/\/+$/, '')}${loginUrl}?signed_out=1`;
  return backend.signOut({ token, back }, deps.settings);
};

const leave = async ({ request, reply, ctx }: Entering, deps: SignInDeps): Promise<void> => {
  const credential = request.signedIn?.credential;
  if (credential?.scheme === 'session') await endSession(credential.id, deps.db);
  await giveUp(request, ctx, deps);
  request.signedIn = undefined;
  for (const name of ['sessionid', 'csrftoken'])
    reply.clearCookie(`${deps.cookiePrefix}${name}`, { path: '/' });
};

/** The sign-in page, which says that the browser is signed out, or leads on to `next`. */
const afterwards = (next: string): Answer =>
  redirect(withNext(loginUrl, next, next ? {} : { signed_out: '1' }));

/** Registers both ways to sign out, and the page that asks: a link on another site must not end anything. */
export const addSignOutRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  /** Whether this browser has anything to sign out of. */
  const isIn = async (request: FastifyRequest): Promise<boolean> =>
    request.signedIn?.credential.scheme === 'session' ||
    (await deps.pendingSignIns.find(request)) !== undefined;
  const show = (ctx: Context, { request, reply }: Visit, next: string, notice?: string) => {
    const here = hereOf(request, { next });
    const frame = frameOf(ctx, 'sign_out_title', { settings: deps.settings, here });
    return pageAnswer(
      signOutPage(frame, { csrf: csrfOf(request, reply, deps), next, notice }),
      notice ? 403 : 200,
    );
  };
  bindWhole(ports, askToSignOut, async ({ ctx, query, request, reply }) => {
    const next = safeNext(query.next ?? '', '');
    return (await isIn(request)) ? show(ctx, { request, reply }, next) : afterwards(next);
  });
  const submit = async ({ ctx, request, reply, body }: CallInput<typeof signOut>): Promise<Answer> => {
    const form = await body();
    const next = safeNext(form.next, '');
    if ((await isIn(request)) && !isOurForm(request, form, deps))
      return show(ctx, { request, reply }, next, ctx.t('signIn.sign_out_expired'));
    const farewell = await farewellOf({ request, reply }, deps);
    await leave({ request, reply, ctx }, deps);
    if (!farewell) return afterwards(next);
    const frame = frameOf(ctx, 'sign_out', { settings: deps.settings, here: loginUrl });
    return leaving(leavePage(frame, { text: ctx.t('signIn.way_farewell'), url: farewell }), farewell, 0);
  };
  bindWhole(ports, signOut, submit, { noTransaction: true });
  const leaveQuietly: CallHandler<typeof signOutConsole> = async ({ ctx, request, reply }) => {
    await leave({ request, reply, ctx }, deps);
    return {};
  };
  bind(ports, signOutConsole, leaveQuietly, { noTransaction: true });
};
