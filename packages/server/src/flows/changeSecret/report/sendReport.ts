import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { lockedZip } from '../../../engine/transfer/lockedZip.ts';
import { isLossy, longestCell, type SheetRows, workbookStream } from '../../../engine/transfer/xlsx.ts';
import { FinalFailure, type Run, RunError } from '../../../platform/jobs/defineJob.ts';
import { changeSecretPlan } from '../../../resources/accounts/changesecretautomation/statements.ts';
import { changeRun } from '../../../resources/accounts/changesecretexecution/statements.ts';
import { changesOfRun, type ReportedChange } from '../../../resources/accounts/changesecretrecord/report.ts';
import { escapeHtml } from '../../../resources/notifications/sitemessage/messageHtml.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import { archiveName } from '../../accountBackup/archiveName.ts';
import { type MailReceiver, mailReceiver } from '../../accountBackup/receivers.ts';
import { isMailOn, sendMail } from '../../notifications/mail/email.ts';
import { causeOf } from '../../storages/probe.ts';
import { organizationContext } from '../../systemContext.ts';
import type { ChangeDeps } from '../runChange.ts';

/** Changes that are read at once. */
const atOnce = 500;

/** A secret as a cell holds it, or why it cannot. */
const cellOf = (secret: string, { t }: Context): string =>
  isLossy(secret) || secret.length > longestCell ? t('automation.changeMail.unfit') : secret;

const columns = [
  'asset',
  'address',
  'account',
  'username',
  'old_secret',
  'new_secret',
  'status',
  'error',
] as const;

const titleOf = (name: (typeof columns)[number], { t }: Context): string => {
  if (name === 'old_secret' || name === 'new_secret') return t(`automation.changeMail.${name}`);
  const isCommon = name === 'address' || name === 'username';
  return t(isCommon ? `common.fields.${name}` : `accounts.changesecretrecord.fields.${name}`);
};

const cellsOf = async (changes: readonly ReportedChange[], ctx: Context): Promise<string[][]> => {
  const { engine, t } = ctx;
  const held = changes.flatMap(({ old_secret, new_secret }) => [old_secret, new_secret]);
  const sealed = await engine.secrets.fetch(held);
  const secretAt = (at: number) => (sealed[at] ? cellOf(engine.vault.open(sealed[at]), ctx) : '');
  return changes.map(({ asset, address, account, username, status, failure }, at) => [
    ...[asset, address, account, username, secretAt(2 * at), secretAt(2 * at + 1)],
    t(`accounts.changesecretrecord.choices.status.${status}`),
    failure ? t(`errors.${failure.key}`, failure.params) : '',
  ]);
};

/** The changes of a run with their secrets, as a workbook. */
const workbookOf = (run: string, ctx: Context, signal: AbortSignal): Readable =>
  workbookStream(
    (async function* (): AsyncGenerator<SheetRows> {
      const sheet = ctx.t('accounts.changesecretrecord._many');
      yield { sheet, rows: [columns.map((name) => titleOf(name, ctx))] };
      for (let last: ReportedChange | undefined; ; ) {
        signal.throwIfAborted();
        const changes = await changesOfRun(run, last, atOnce, ctx.db);
        if (changes.length > 0) yield { sheet, rows: await cellsOf(changes, ctx) };
        last = changes.at(-1);
        if (changes.length < atOnce) return;
      }
    })(),
  );

const letterOf = (plan: string, { t }: Context) => {
  const lines = [t('automation.changeMail.text', { plan }), t('automation.backupMail.open')];
  return {
    subject: t('automation.changeMail.subject', { plan }),
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  };
};

/** Whether the user can get files is looked up when the report leaves; a retry does not help one who cannot. */
const receiverOf = async (id: string, ctx: Context): Promise<MailReceiver> => {
  const [known] = await ctx.db.rows<{ name: string }>(
    sql`select u.name from ${allUsers} u where u.id = ${id}::uuid`,
  );
  try {
    return await mailReceiver({ id, name: known?.name ?? '' }, ctx);
  } catch (error) {
    if (error instanceof RunError) throw new FinalFailure(error.reason.key, error.reason.params);
    throw error;
  }
};

type Wish = { org: string; run: string; user: string };

/** Mails the changed secrets of a run to one recipient, in an archive that their own password opens (decision 0450). */
export const sendReport = async (wish: Wish, job: Run, deps: ChangeDeps): Promise<void> => {
  const { settings, frameOf, db } = deps;
  const run = await changeRun(wish.run, db);
  const plan = run && (await changeSecretPlan(run.automation, db));
  if (!run || !plan?.recipients.includes(wish.user)) return job.log('the user is no recipient any more');
  if (!isMailOn(settings)) throw new FinalFailure('mail_not_set_up');
  const ctx = organizationContext(wish.org, deps);
  const { name, address, password } = await receiverOf(wish.user, ctx);
  const file = archiveName(run.name, run.date_start, wish.run);
  const workbook = workbookOf(wish.run, ctx, job.signal);
  const mail = {
    to: { name, address },
    letter: letterOf(run.name, ctx),
    frame: frameOf(),
    key: `${wish.run}.${wish.user}`,
    attachment: { filename: `${file}.zip`, content: lockedZip(`${file}.xlsx`, workbook, password) },
  };
  try {
    await sendMail(mail, settings, job.signal);
  } catch (error) {
    job.signal.throwIfAborted();
    throw error instanceof RunError
      ? error
      : new RunError('backup_mail_failed', { name, cause: causeOf(error) });
  }
  job.log(`sent to ${name}`);
};
