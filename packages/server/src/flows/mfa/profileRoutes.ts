import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Call } from '@gatehouse/contract/call/defineCall.ts';
import { showSecondFactors, showUnbindingPage, unbindApp } from '@gatehouse/contract/calls/pages.ts';
import type { FastifyRequest } from 'fastify';
import { bindWhole, type CallInput } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import type { Person } from '../identify/person.ts';
import type { Visit } from '../signIn/admit.ts';
import { countAttempt, countOnPage } from '../signIn/attempts.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { csrfOf, frameOf, isOurForm, pageAnswer, redirect, withNext } from '../signIn/pageRequest.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { mfaStateOf } from './duty.ts';
import { unbindOtp } from './enrolment.ts';
import { leaveSignedOut } from './leave.ts';
import { codePage } from './page/codePage.ts';
import { disableUrl, listPage } from './page/listPage.ts';

const listUrl = '/core/auth/profile/mfa/';

/** Pages are for users with a web session, not for keys or tokens. */
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
  const submit = async (
    person: Person,
    form: BodyOf<typeof unbindApp>,
    ctx: Context,
    visit: Visit,
  ): Promise<Answer> => {
    const { request } = visit;
    if (!isOurForm(request, form, deps))
      return show(ctx, visit, { notice: ctx.t('signIn.csrf_failure') }, 403);
    const counted = countAttempt(deps.limits, ctx.remoteAddr, person.username);
    const tooOften = await countOnPage(ctx, counted, (notice) => show(ctx, visit, { notice }));
    if (tooOften) return tooOften;
    const refusal = await deps.checkCode(person, form.otp_code, ctx.remoteAddr);
    if (refusal) return show(ctx, visit, { error: refusalText(refusal, ctx) }, 401);
    await unbindOtp(person, ctx, deps);
    return leaveSignedOut(visit, 'mfa_disabled', deps);
  };
  return { show, submit };
};

/** Registers the page of second factors, and removing one. */
export const addMfaProfileRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const disable = createDisable(deps);
  const asPerson = (
    { request }: Pick<CallInput<Call>, 'request'>,
    url: string,
    answer: (person: Person) => Answer | Promise<Answer>,
  ) => {
    const person = personOf(request);
    return person ? answer(person) : redirect(withNext('/core/auth/login/', url));
  };
  bindWhole(ports, showSecondFactors, (input) =>
    asPerson(input, listUrl, (person) => {
      const { ctx, query } = input;
      const frame = frameOf(ctx, 'mfa_title', deps.settings.get('INTERFACE_LOGIN_TITLE'));
      const { isForced } = mfaStateOf(person, deps.settings);
      const notice = query.bound !== undefined && person.has_otp ? frame.t('already_bound') : undefined;
      return pageAnswer(listPage(frame, { isBound: person.has_otp, isForced, notice }));
    }),
  );
  /** Users with nothing to take off, or who may not, are told so on the list. */
  const mayDisable = (person: Person) => person.has_otp && !mfaStateOf(person, deps.settings).isForced;
  bindWhole(ports, showUnbindingPage, (input) =>
    asPerson(input, disableUrl, (person) =>
      mayDisable(person) ? disable.show(input.ctx, input) : redirect(listUrl),
    ),
  );
  bindWhole(
    ports,
    unbindApp,
    (input) =>
      asPerson(input, disableUrl, async (person) =>
        mayDisable(person) ? disable.submit(person, await input.body(), input.ctx, input) : redirect(listUrl),
      ),
    { noTransaction: true },
  );
};
