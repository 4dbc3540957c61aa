import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Call } from '@gatehouse/contract/call/defineCall.ts';
import {
  bindApp,
  showBindingPage,
  showEnrolmentStart,
  showInstallPage,
  startEnrolment,
} from '@gatehouse/contract/calls/pages.ts';
import { bindWhole, type CallInput } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import { totpUri } from '../../platform/crypto/totp.ts';
import { isOwnPassword } from '../credentials/proof.ts';
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
import { bindOtp, type Enroller, enrollerOf, offeredSecret, openEnrolment } from './enrolment.ts';
import { leaveSignedOut } from './leave.ts';
import { bindPage, enrolUrls, installPage, startPage } from './page/enrolPages.ts';

type Page = (enroller: Enroller, ctx: Context, visit: Visit) => Promise<Answer>;
/** Handles the submitted form of a page. */
type Submit<C extends Call> = (
  enroller: Enroller,
  ctx: Context,
  visit: Visit & { form: BodyOf<C> },
) => Promise<Answer>;

const frameFor = (ctx: Context, { request }: Visit, { settings }: SignInDeps) =>
  frameOf(ctx, 'enrol_title', { settings, here: hereOf(request) });

const createStart = (deps: SignInDeps): { show: Page; submit: Submit<typeof startEnrolment> } => {
  const answer = (ctx: Context, visit: Visit, said = {}, status = 200): Answer => {
    const csrf = csrfOf(visit.request, visit.reply, deps);
    const page = { csrf, publicKey: deps.clientKeys.cookie(), ...said };
    return pageAnswer(startPage(frameFor(ctx, visit, deps), page), status);
  };
  const proceed = async (enroller: Enroller) => {
    await openEnrolment(enroller, deps);
    return redirect(enrolUrls.install);
  };
  return {
    // Users sent here by the guard have just entered their password.
    show: async (enroller, ctx, visit) => (enroller.isPending ? proceed(enroller) : answer(ctx, visit)),
    submit: async (enroller, ctx, visit) => {
      const { request, form } = visit;
      if (!isOurForm(request, form, deps))
        return answer(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
      const password = deps.clientKeys.open(form.password);
      if (password === undefined)
        return answer(ctx, visit, { error: ctx.t('signIn.failures.password_decrypt_failed') }, 401);
      let isRight = false;
      const judge = async () => {
        await countAttempt(deps.limits, ctx.remoteAddr);
        isRight = await isOwnPassword({ ...enroller.user, remoteAddr: ctx.remoteAddr }, password, deps);
      };
      const tooOften = await countOnPage(ctx, judge(), (notice) => answer(ctx, visit, { notice }));
      if (tooOften) return tooOften;
      return isRight ? proceed(enroller) : answer(ctx, visit, { error: ctx.t('errors.passwd_invalid') }, 401);
    },
  };
};

const createBind = (deps: SignInDeps): { show: Page; submit: Submit<typeof bindApp> } => {
  const answer = (
    { user }: Enroller,
    secret: string,
    page: { ctx: Context; visit: Visit; error?: string },
  ): Answer => {
    const { ctx, visit, error } = page;
    const issuer = deps.settings.get('OTP_ISSUER_NAME');
    const shown = {
      csrf: csrfOf(visit.request, visit.reply, deps),
      uri: totpUri({ secret, issuer, account: user.username }),
      secret,
      account: `${issuer}: ${user.username}`,
      error,
    };
    return pageAnswer(bindPage(frameFor(ctx, visit, deps), shown), error ? 400 : 200);
  };
  return {
    show: async (enroller, ctx, visit) => {
      const secret = await offeredSecret(enroller, deps);
      return secret ? answer(enroller, secret, { ctx, visit }) : redirect(enrolUrls.start);
    },
    submit: async (enroller, ctx, visit) => {
      const secret = await offeredSecret(enroller, deps);
      if (!secret) return redirect(enrolUrls.start);
      const { request, form } = visit;
      if (!isOurForm(request, form, deps))
        return answer(enroller, secret, { ctx, visit, error: ctx.t('signIn.csrf_failure') });
      const code = form.otp_code;
      if (!(await bindOtp(enroller, { secret, code }, ctx, deps)))
        return answer(enroller, secret, { ctx, visit, error: ctx.t('signIn.enrol_wrong') });
      return leaveSignedOut(visit, 'mfa_enabled', deps);
    },
  };
};

/** Registers setting up an authenticator app: password, app, code (reference 02 §6.4). */
export const addEnrolRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const enrolling = async (
    { ctx, request, reply }: Pick<CallInput<Call>, 'ctx' | 'request' | 'reply'>,
    url: string,
    page: Page,
  ): Promise<Answer> => {
    const enroller = await enrollerOf(request, deps);
    if (!enroller) return redirect(withNext('/core/auth/login/', url));
    // A second app is never set up over the first.
    if (enroller.user.has_otp)
      return redirect(enroller.isPending ? '/core/auth/login/guard/' : '/core/auth/profile/mfa/?bound=1');
    return page(enroller, ctx, { request, reply });
  };
  const outside = { noTransaction: true } as const;
  const [start, binding] = [createStart(deps), createBind(deps)];
  bindWhole(ports, showEnrolmentStart, (input) => enrolling(input, enrolUrls.start, start.show));
  bindWhole(
    ports,
    startEnrolment,
    (input) =>
      enrolling(input, enrolUrls.start, async (enroller, ctx, visit) =>
        start.submit(enroller, ctx, { ...visit, form: await input.body() }),
      ),
    outside,
  );
  bindWhole(ports, showInstallPage, (input) =>
    enrolling(input, enrolUrls.install, async (enroller, ctx, visit) =>
      (await offeredSecret(enroller, deps))
        ? pageAnswer(installPage(frameFor(ctx, visit, deps), csrfOf(visit.request, visit.reply, deps)))
        : redirect(enrolUrls.start),
    ),
  );
  bindWhole(ports, showBindingPage, (input) => enrolling(input, enrolUrls.bind, binding.show));
  bindWhole(
    ports,
    bindApp,
    (input) =>
      enrolling(input, enrolUrls.bind, async (enroller, ctx, visit) =>
        binding.submit(enroller, ctx, { ...visit, form: await input.body() }),
      ),
    outside,
  );
};
