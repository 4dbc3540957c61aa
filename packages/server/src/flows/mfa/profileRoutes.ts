import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Call } from '@gatehouse/contract/call/defineCall.ts';
import { showSecondFactors, showUnbindingPage, unbindApp } from '@gatehouse/contract/calls/pages.ts';
import type { FastifyRequest } from 'fastify';
import { bindWhole, type CallInput } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import type { User } from '../identify/user.ts';
import type { Visit } from '../signIn/admit.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { countAttempt, countOnPage } from '../signIn/gate/attempts.ts';
import {
  csrfOf,
  frameOf,
  hereOf,
  isOurForm,
  pageAnswer,
  redirect,
  withNext,
} from '../signIn/page/pageRequest.ts';
import { asideLink } from '../signIn/page/signOutPage.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { mfaStateOf } from './duty.ts';
import { unbindOtp } from './enrolment.ts';
import { leaveSignedOut } from './leave.ts';
import { codePage } from './page/codePage.ts';
import { disableUrl, listPage } from './page/listPage.ts';

const listUrl = '/core/auth/profile/mfa/';

/** Pages are for users with a web session, not for keys or tokens. */
const userOf = (request: FastifyRequest): User | undefined =>
  request.signedIn?.credential.scheme === 'session' ? request.signedIn.user : undefined;

type Said = { error?: string; notice?: string };

const createDisable = (deps: SignInDeps) => {
  const show = (ctx: Context, { request, reply }: Visit, said: Said = {}, status = 200): Answer => {
    const frame = frameOf(ctx, 'disable_title', { settings: deps.settings, here: disableUrl });
    const page = codePage(frame, {
      ...said,
      action: disableUrl,
      csrf: csrfOf(request, reply, deps),
      lead: frame.t('disable_lead'),
      name: 'otp_code',
      submit: frame.t('disable'),
      aside: asideLink(listUrl, frame.t('back')),
    });
    return pageAnswer(page, status);
  };
  const submit = async (
    user: User,
    form: BodyOf<typeof unbindApp>,
    ctx: Context,
    visit: Visit,
  ): Promise<Answer> => {
    const { request } = visit;
    if (!isOurForm(request, form, deps))
      return show(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
    const counted = countAttempt(deps.limits, ctx.remoteAddr, user.username);
    const tooOften = await countOnPage(ctx, counted, (notice) => show(ctx, visit, { notice }));
    if (tooOften) return tooOften;
    const refusal = await deps.checkCode(user, form.otp_code, ctx.remoteAddr);
    if (refusal) return show(ctx, visit, { error: refusalText(refusal, ctx) }, 401);
    await unbindOtp(user, ctx, deps);
    return leaveSignedOut(visit, 'mfa_disabled', deps);
  };
  return { show, submit };
};

/** Registers the page that lists second factors, and the pages that remove one. */
export const addMfaProfileRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const disable = createDisable(deps);
  const asUser = (
    { request }: Pick<CallInput<Call>, 'request'>,
    url: string,
    answer: (user: User) => Answer | Promise<Answer>,
  ) => {
    const signedInUser = userOf(request);
    return signedInUser ? answer(signedInUser) : redirect(withNext('/core/auth/login/', url));
  };
  bindWhole(ports, showSecondFactors, (input) =>
    asUser(input, listUrl, (user) => {
      const { ctx, query, request } = input;
      const { settings } = deps;
      const frame = frameOf(ctx, 'mfa_title', { settings, here: hereOf(request) });
      const { isForced } = mfaStateOf(user, settings);
      const notice = query.bound !== undefined && user.has_otp ? frame.t('already_bound') : undefined;
      return pageAnswer(listPage(frame, { isBound: user.has_otp, isForced, notice }));
    }),
  );
  /** Users who have no factor to remove, or may not remove it, are sent to the list, which says so. */
  const mayDisable = (user: User) => user.has_otp && !mfaStateOf(user, deps.settings).isForced;
  bindWhole(ports, showUnbindingPage, (input) =>
    asUser(input, disableUrl, (user) =>
      mayDisable(user) ? disable.show(input.ctx, input) : redirect(listUrl),
    ),
  );
  bindWhole(
    ports,
    unbindApp,
    (input) =>
      asUser(input, disableUrl, async (user) =>
        mayDisable(user) ? disable.submit(user, await input.body(), input.ctx, input) : redirect(listUrl),
      ),
    { noTransaction: true },
  );
};
