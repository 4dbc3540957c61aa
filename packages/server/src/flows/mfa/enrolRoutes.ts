import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts } from '../../engine/http.ts';
import { totpUri } from '../../platform/crypto/totp.ts';
import { isOwnPassword } from '../credentials/proof.ts';
import type { Visit } from '../signIn/admit.ts';
import { countAttempt, countOnPage } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { csrfOf, formOf, frameOf, isOurForm, pageAnswer, redirect, withNext } from '../signIn/pageRequest.ts';
import { bindOtp, type Enroller, enrollerOf, offeredSecret, openEnrolment } from './enrolment.ts';
import { leaveSignedOut } from './leave.ts';
import { bindPage, enrolUrls, installPage, startPage } from './page/enrolPages.ts';

type Page = (enroller: Enroller, ctx: Context, visit: Visit) => Promise<Answer>;

const frameFor = (ctx: Context, deps: SignInDeps) =>
  frameOf(ctx, 'enrol_title', deps.settings.get('INTERFACE_LOGIN_TITLE'));

const createStart = (deps: SignInDeps): { show: Page; submit: Page } => {
  const answer = (ctx: Context, { request, reply }: Visit, said = {}, status = 200): Answer => {
    const csrf = csrfOf(request, reply, deps);
    const given = { csrf, publicKey: deps.clientKeys.cookie(), ...said };
    return pageAnswer(startPage(frameFor(ctx, deps), given), status);
  };
  const proceed = async (enroller: Enroller) => {
    await openEnrolment(enroller, deps);
    return redirect(enrolUrls.install);
  };
  return {
    // Whom the guard sends here has entered his password a moment ago.
    show: async (enroller, ctx, visit) => (enroller.isPending ? proceed(enroller) : answer(ctx, visit)),
    submit: async (enroller, ctx, visit) => {
      const { request } = visit;
      if (!isOurForm(request, deps)) return answer(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
      const password = deps.clientKeys.open(formOf(request)('password'));
      if (password === undefined)
        return answer(ctx, visit, { error: ctx.t('signIn.failures.password_decrypt_failed') }, 401);
      let isRight = false;
      const judge = async () => {
        await countAttempt(deps.limits, ctx.remoteAddr);
        isRight = await isOwnPassword(enroller.person.id, password, deps);
      };
      const tooOften = await countOnPage(ctx, judge(), (notice) => answer(ctx, visit, { notice }));
      if (tooOften) return tooOften;
      return isRight ? proceed(enroller) : answer(ctx, visit, { error: ctx.t('errors.passwd_invalid') }, 401);
    },
  };
};

const createBind = (deps: SignInDeps): { show: Page; submit: Page } => {
  const answer = (
    { person }: Enroller,
    secret: string,
    given: { ctx: Context; visit: Visit; error?: string },
  ): Answer => {
    const { ctx, visit, error } = given;
    const issuer = deps.settings.get('OTP_ISSUER_NAME');
    const shown = {
      csrf: csrfOf(visit.request, visit.reply, deps),
      uri: totpUri({ secret, issuer, account: person.username }),
      secret,
      account: `${issuer}: ${person.username}`,
      error,
    };
    return pageAnswer(bindPage(frameFor(ctx, deps), shown), error ? 400 : 200);
  };
  return {
    show: async (enroller, ctx, visit) => {
      const secret = await offeredSecret(enroller, deps);
      return secret ? answer(enroller, secret, { ctx, visit }) : redirect(enrolUrls.start);
    },
    submit: async (enroller, ctx, visit) => {
      const secret = await offeredSecret(enroller, deps);
      if (!secret) return redirect(enrolUrls.start);
      const { request } = visit;
      if (!isOurForm(request, deps))
        return answer(enroller, secret, { ctx, visit, error: ctx.t('signIn.csrf_failure') });
      const code = formOf(request)('otp_code');
      if (!(await bindOtp(enroller, { secret, code }, ctx, deps)))
        return answer(enroller, secret, { ctx, visit, error: ctx.t('signIn.enrol_wrong') });
      return leaveSignedOut(visit, 'mfa_enabled', deps);
    },
  };
};

/** Registers setting up an authenticator app: password, app, code (reference 02 §6.4). */
export const addEnrolRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const add = (method: 'GET' | 'POST', url: string, page: Page) =>
    addRoute(ports, {
      method,
      url,
      need: 'public',
      noTransaction: true,
      handle: async (ctx, request, reply) => {
        const enroller = await enrollerOf(request, deps);
        if (!enroller) return redirect(withNext('/core/auth/login/', url));
        // Nobody sets up a second app over the first.
        if (enroller.person.has_otp)
          return redirect(enroller.isPending ? '/core/auth/login/guard/' : '/core/auth/profile/mfa/?bound=1');
        return page(enroller, ctx, { request, reply });
      },
    });
  const [start, bind] = [createStart(deps), createBind(deps)];
  add('GET', enrolUrls.start, start.show);
  add('POST', enrolUrls.start, start.submit);
  add('GET', enrolUrls.install, async (enroller, ctx) =>
    (await offeredSecret(enroller, deps))
      ? pageAnswer(installPage(frameFor(ctx, deps)))
      : redirect(enrolUrls.start),
  );
  add('GET', enrolUrls.bind, bind.show);
  add('POST', enrolUrls.bind, bind.submit);
};
