import { goOnSigningIn, showCodePage, signInByCode } from '@gatehouse/contract/calls/pages.ts';
import { bindWhole, type CallInput } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import { type Entering, enter, judgeCode, type Visit } from '../signIn/admit.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { countAttempt, countOnPage, forgetAttempts } from '../signIn/gate/attempts.ts';
import { originOf } from '../signIn/log.ts';
import {
  csrfOf,
  frameOf,
  isOurForm,
  pageAnswer,
  redirect,
  safeNext,
  withNext,
} from '../signIn/page/pageRequest.ts';
import { asideSignOut } from '../signIn/page/signOutPage.ts';
import type { Pending } from '../signIn/pending.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { mfaStateOf } from './duty.ts';
import { codePage } from './page/codePage.ts';
import { enrolUrls } from './page/enrolPages.ts';

const loginUrl = '/core/auth/login/';
const mfaUrl = '/core/auth/login/mfa/';

type Said = { error?: string; notice?: string };

const createShow =
  (deps: SignInDeps) =>
  (ctx: Context, { request, reply }: Visit, said: Said = {}, status = 200): Answer => {
    const frame = frameOf(ctx, 'mfa_title', { settings: deps.settings, here: mfaUrl });
    const csrf = csrfOf(request, reply, deps);
    const page = codePage(frame, {
      ...said,
      action: mfaUrl,
      csrf,
      lead: frame.t('mfa_login_lead'),
      name: 'code',
      submit: frame.t('submit'),
      aside: asideSignOut(csrf, frame.t('other_account')),
    });
    return pageAnswer(page, status);
  };

/** Completes a sign-in whose user is proven. */
const finish = (visit: Entering, pending: Pending, hasCode: boolean, deps: SignInDeps): Promise<Answer> =>
  enter(visit, { ...pending, hasCode, pending }, deps);

/** The only decision about the next step of a sign-in (reference 02 §6.1, step 2). */
const goOn = async (visit: Entering, pending: Pending, deps: SignInDeps): Promise<Answer> => {
  const mfa = mfaStateOf(pending.user, deps.settings, pending.backend);
  if (!mfa.isOn) return finish(visit, pending, false, deps);
  if (mfa.mustEnrol) return redirect(enrolUrls.start);
  return pending.isProven ? finish(visit, pending, true, deps) : redirect(mfaUrl);
};

const addGuard = (ports: HttpPorts, deps: SignInDeps): void =>
  bindWhole(ports, goOnSigningIn, async ({ ctx, query, request, reply }) => {
    const next = safeNext(query.next ?? '', '');
    if (request.signedIn) return redirect(next || '/ui/');
    const pending = await deps.pendingSignIns.find(request);
    return pending ? goOn({ request, reply, ctx }, pending, deps) : redirect(withNext(loginUrl, next));
  });

/** Registers the guard between password and web session, and the page that asks for the code. */
export const addMfaLoginRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const show = createShow(deps);
  addGuard(ports, deps);
  /** The browser's sign-in that waits for a code, or what to answer when there is none. */
  const waiting = async (visit: Entering): Promise<{ pending: Pending } | { answer: Answer }> => {
    const { request } = visit;
    if (request.signedIn) return { answer: redirect('/ui/') };
    const pending = await deps.pendingSignIns.find(request);
    if (!pending) return { answer: redirect(`${loginUrl}?link_over=1`) };
    const { isUsable } = mfaStateOf(pending.user, deps.settings, pending.backend);
    return isUsable && !pending.isProven ? { pending } : { answer: await goOn(visit, pending, deps) };
  };
  bindWhole(ports, showCodePage, async ({ ctx, request, reply }) => {
    const found = await waiting({ request, reply, ctx });
    return 'answer' in found ? found.answer : show(ctx, { request, reply });
  });
  const submit = async ({ ctx, request, reply, body }: CallInput<typeof signInByCode>): Promise<Answer> => {
    const visit = { request, reply, ctx };
    const form = await body();
    if (!isOurForm(request, form, deps))
      return show(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
    const found = await waiting(visit);
    if ('answer' in found) return found.answer;
    const { pending } = found;
    const origin = originOf(request, 'W');
    const counted = countAttempt(deps.limits, origin.remoteAddr, pending.user.username);
    const tooOften = await countOnPage(ctx, counted, (notice) => show(ctx, visit, { notice }));
    if (tooOften) return tooOften;
    const refusal = await judgeCode({ ...pending, code: form.code, origin }, deps);
    if (refusal) return show(ctx, visit, { error: refusalText(refusal, ctx) }, 401);
    await forgetAttempts(deps.limits, origin.remoteAddr, pending.user.username);
    return finish(visit, pending, true, deps);
  };
  bindWhole(ports, signInByCode, submit, { noTransaction: true });
};
