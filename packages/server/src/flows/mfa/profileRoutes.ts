import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import type { Person } from '../identify/person.ts';
import type { Visit } from '../signIn/admit.ts';
import { countAttempt, countOnPage } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { csrfOf, formOf, frameOf, isOurForm, pageAnswer, redirect, withNext } from '../signIn/pageRequest.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { mfaStateOf } from './duty.ts';
import { unbindOtp } from './enrolment.ts';
import { leaveSignedOut } from './leave.ts';
import { codePage } from './page/codePage.ts';
import { disableUrl, listPage } from './page/listPage.ts';

const listUrl = '/core/auth/profile/mfa/';

/** Pages are for people with a session; a key or a token has nothing to click. */
const personOf = (request: FastifyRequest): Person | undefined =>
  request.signedIn?.credential.scheme === 'session' ? request.signedIn.person : undefined;

type Said = { error?: string; notice?: string };

const createDisable = (deps: SignInDeps) => {
  const show = (ctx: Context, { request, reply }: Visit, said: Said = {}, status = 200): Answer => {
    const frame = frameOf(ctx, 'disable_title', deps.settings.get('INTERFACE_LOGIN_TITLE'));
    const page = codePage(frame, {
      ...said,
      action: disableUrl,
      csrf: csrfOf(request, reply, deps),
      lead: frame.t('disable_lead'),
      name: 'otp_code',
      submit: frame.t('disable'),
      back: { url: listUrl, text: frame.t('back') },
    });
    return pageAnswer(page, status);
  };
  const submit = async (person: Person, ctx: Context, visit: Visit): Promise<Answer> => {
    const { request } = visit;
    if (!isOurForm(request, deps)) return show(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
    const counted = countAttempt(deps.limits, ctx.remoteAddr, person.username);
    const tooOften = await countOnPage(ctx, counted, (notice) => show(ctx, visit, { notice }));
    if (tooOften) return tooOften;
    const refusal = await deps.checkCode(person, formOf(request)('otp_code'), ctx.remoteAddr);
    if (refusal) return show(ctx, visit, { error: refusalText(refusal, ctx) }, 401);
    await unbindOtp(person, ctx, deps);
    return leaveSignedOut(visit, 'mfa_disabled', deps);
  };
  return { show, submit };
};

/** Registers the page of one's second factors, and taking one off. */
export const addMfaProfileRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const disable = createDisable(deps);
  const add = (
    method: 'GET' | 'POST',
    url: string,
    handle: (person: Person, ctx: Context, visit: Visit) => Answer | Promise<Answer>,
  ) =>
    addRoute(ports, {
      method,
      url,
      need: 'public',
      noTransaction: true,
      handle: async (ctx, request, reply) => {
        const person = personOf(request);
        return person
          ? handle(person, ctx, { request, reply })
          : redirect(withNext('/core/auth/login/', url));
      },
    });
  add('GET', listUrl, (person, ctx, { request }) => {
    const frame = frameOf(ctx, 'mfa_title', deps.settings.get('INTERFACE_LOGIN_TITLE'));
    const { isForced } = mfaStateOf(person, deps.settings);
    const notice = queryOf(request).has('bound') && person.has_otp ? frame.t('already_bound') : undefined;
    return pageAnswer(listPage(frame, { isBound: person.has_otp, isForced, notice }));
  });
  /** Who has nothing to take off, or may not, is told so on his list. */
  const mayDisable = (person: Person) => person.has_otp && !mfaStateOf(person, deps.settings).isForced;
  add('GET', disableUrl, (person, ctx, visit) =>
    mayDisable(person) ? disable.show(ctx, visit) : redirect(listUrl),
  );
  add('POST', disableUrl, (person, ctx, visit) =>
    mayDisable(person) ? disable.submit(person, ctx, visit) : redirect(listUrl),
  );
};
