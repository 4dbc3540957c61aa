import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { setNewPassword, showPasswordPage } from '@gatehouse/contract/calls/pages.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindWhole, type CallInput } from '../../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Answer, HttpPorts } from '../../../engine/http.ts';
import { passwordRules } from '../../../resources/users/user/passwordPolicy.ts';
import { judgePassword, storePassword } from '../../../resources/users/user/setPassword.ts';
import { forgetInitialPassword } from '../../firstStart/firstStart.ts';
import { isAdminAnywhere } from '../../identify/user.ts';
import { notify } from '../../notifications/notify.ts';
import { admit } from '../admit.ts';
import type { SignInDeps } from '../deps.ts';
import { countAttempt, countOnPage } from '../gate/attempts.ts';
import { keptSecret } from '../gate/authenticate.ts';
import { originOf } from '../log.ts';
import { csrfOf, frameOf, hereOf, isOurForm, pageAnswer, redirect, safeNext } from '../page/pageRequest.ts';
import { resetPage } from '../page/resetPage.ts';
import type { Resetting } from './resetToken.ts';

const linkOver = () => redirect('/core/auth/login/?link_over=1');

type Errors = { new_password?: string; confirm_password?: string };

const createShow =
  (deps: SignInDeps) =>
  (
    visit: { ctx: Context; request: FastifyRequest; reply: FastifyReply },
    shown: { resetting: Resetting; token: string; next: string; errors?: Errors; notice?: string },
    status = 200,
  ): Answer => {
    const { ctx, request, reply } = visit;
    const { resetting, token, next } = shown;
    const { settings } = deps;
    const frame = frameOf(ctx, 'new_title', { settings, here: hereOf(request, { token, next }) });
    const page = resetPage(frame, {
      csrf: csrfOf(request, reply, deps),
      publicKey: deps.clientKeys.cookie(),
      token,
      next,
      username: resetting.user.username,
      rules: passwordRules(settings, isAdminAnywhere(resetting.user)),
      lead: ctx.t(`signIn.new_lead.${resetting.reason}`),
      errors: shown.errors ?? {},
      notice: shown.notice,
    });
    return pageAnswer(page, status);
  };

/** Reads both password fields; returns the password, or what is wrong. */
const readEntries = async (
  form: BodyOf<typeof setNewPassword>,
  resetting: Resetting,
  ctx: Context,
  deps: SignInDeps,
): Promise<{ password: string } | { errors: Errors }> => {
  const text = ({ key, params }: Message) => ctx.t(`errors.${key}`, params);
  const [password, repeated] = [form.new_password, form.confirm_password].map(deps.clientKeys.open);
  if (password === undefined || repeated === undefined)
    return { errors: { new_password: ctx.t('errors.client_key_changed') } };
  const faults = await judgePassword(
    password,
    { ...resetting.user, isAdmin: isAdminAnywhere(resetting.user) },
    deps,
    deps.db,
  );
  if (faults.length) return { errors: { new_password: faults.map(text).join(' ') } };
  if (password !== repeated) return { errors: { confirm_password: text({ key: 'password_mismatch' }) } };
  return { password };
};

/** Stores the password and uses up the token, both or neither. */
const store = async (
  visit: { resetting: Resetting; token: string; password: string; remoteAddr: string },
  deps: SignInDeps,
): Promise<boolean> => {
  const { user } = visit.resetting;
  const hash = await deps.passwords.hash(visit.password);
  const done = await deps.db.transaction(async (tx) => {
    if (!(await deps.resetTokens.take(visit.token, tx))) return false;
    const by = { display: displayOf(user), remoteAddr: visit.remoteAddr };
    await storePassword({ ...user, isAdmin: isAdminAnywhere(user) }, hash, by, tx);
    const params = { by: by.display, ip: by.remoteAddr };
    await notify([user.id], { key: 'password_changed', params }, tx);
    return true;
  });
  if (done && user.username === 'admin') await forgetInitialPassword(deps.home);
  return done;
};

/**
 * Registers the page that sets a new password: when an administrator requires one, when the old one has
 * expired, or by a link.
 */
export const addResetRoutes = (ports: HttpPorts, deps: SignInDeps): void => {
  const show = createShow(deps);
  bindWhole(ports, showPasswordPage, async ({ ctx, query, request, reply }) => {
    const { token = '' } = query;
    const resetting = await deps.resetTokens.find(token);
    if (!resetting) return linkOver();
    const next = safeNext(query.next ?? '', '');
    return show({ ctx, request, reply }, { resetting, token, next });
  });
  const submit = async ({ ctx, request, reply, body }: CallInput<typeof setNewPassword>): Promise<Answer> => {
    const form = await body();
    const { token } = form;
    const resetting = await deps.resetTokens.find(token);
    if (!resetting) return linkOver();
    const shown = { resetting, token, next: safeNext(form.next, '') };
    const visit = { ctx, request, reply };
    if (!isOurForm(request, form, deps))
      return show(visit, { ...shown, notice: ctx.t('signIn.csrf_failure') }, 403);
    const origin = originOf(request, 'W');
    const counted = countAttempt(deps.limits, origin.remoteAddr, resetting.user.username);
    const tooOften = await countOnPage(ctx, counted, (notice) => show(visit, { ...shown, notice }));
    if (tooOften) return tooOften;
    const entries = await readEntries(form, resetting, ctx, deps);
    if ('errors' in entries) return show(visit, { ...shown, errors: entries.errors }, 400);
    const stored = { resetting, token, password: entries.password, remoteAddr: origin.remoteAddr };
    if (!(await store(stored, deps))) return linkOver();
    // Users from the sign-in page have just authenticated and go on, unless they have expired; a link proves
    // less, so its user must sign in.
    if (resetting.reason === 'reset' || resetting.user.is_expired) return redirect('/core/auth/login/');
    const { user } = resetting;
    return admit(
      visit,
      {
        user,
        backend: 'password',
        isPersistent: false,
        next: shown.next,
        loginSecret: keptSecret(entries.password, deps),
      },
      deps,
    );
  };
  bindWhole(ports, setNewPassword, submit, { noTransaction: true });
};
