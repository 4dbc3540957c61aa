import type { Readable } from 'node:stream';
import type { Context } from '../../engine/context.ts';
import { lockedZip } from '../../engine/transfer/lockedZip.ts';
import { RunError } from '../../platform/jobs/defineJob.ts';
import { RefusedHost } from '../../platform/outgoing/checkedHost.ts';
import type { Settings } from '../../platform/settings.ts';
import { escapeHtml } from '../../resources/notifications/sitemessage/messageHtml.ts';
import { isMailOn, sendMail } from '../notifications/mail/email.ts';
import type { MailFrame } from '../notifications/mail/mailFrame.ts';
import { causeOf } from '../storages/probe.ts';
import type { ReplayStores } from '../storages/replayStores.ts';
import { type Addressee, mailReceiver } from './receivers.ts';

/** What sending the files of a plan needs. */
export type DeliverDeps = {
  settings: Settings;
  frameOf: () => MailFrame;
  replayStores: ReplayStores;
};

/** A file on its way: the workbook as it is written, and what it is called. */
export type Parcel = {
  to: Addressee;
  run: string;
  plan: string;
  /** Name of the file without its ending. */
  name: string;
  open: () => Readable;
};

const partNumber = { whole: '', front: '-1', back: '-2' } as const;

const archiveOf = ({ name, to, open }: Parcel, password: string) => ({
  filename: `${name}${partNumber[to.part]}.zip`,
  content: lockedZip(`${name}${partNumber[to.part]}.xlsx`, open(), password),
});

const letterOf = ({ plan, to }: Parcel, { t }: Context) => {
  const subject = t('automation.backupMail.subject', { plan });
  const text = t(`automation.backupMail.${to.part}`, { plan });
  const how = t('automation.backupMail.open');
  return { subject, text: `${text}\n\n${how}`, html: `<p>${escapeHtml(text)}</p><p>${escapeHtml(how)}</p>` };
};

const byMail = async (parcel: Parcel, deps: DeliverDeps, ctx: Context, signal: AbortSignal) => {
  const { settings, frameOf } = deps;
  if (!isMailOn(settings)) throw new RunError('mail_not_set_up');
  const { name, address, password } = await mailReceiver(parcel.to, ctx);
  const mail = {
    to: { name, address },
    letter: letterOf(parcel, ctx),
    frame: frameOf(),
    key: `${parcel.run}.${parcel.to.id}`,
    attachment: archiveOf(parcel, password),
  };
  await sendMail(mail, settings, signal);
};

const toStorage = async (parcel: Parcel, sealed: string | null, deps: DeliverDeps, ctx: Context) => {
  if (!sealed) throw new RunError('backup_password_missing');
  const { filename, content } = archiveOf(parcel, ctx.engine.vault.open(sealed));
  const { blobs } = await deps.replayStores.at(parcel.to.id, ctx.db);
  await blobs.put(`account-backups/${filename}`, content as AsyncIterable<Uint8Array>);
};

/** Why a receiver was not reached, in words for users; what a server answered is not repeated, it may be anything. */
const reasonOf = (error: unknown, { name, kind }: Addressee): RunError => {
  if (error instanceof RunError) return error;
  const cause = error instanceof RefusedHost ? 'refused host' : causeOf(error);
  return new RunError(kind === 'user' ? 'backup_mail_failed' : 'backup_storage_failed', { name, cause });
};

/** Sends a receiver its file, encrypted; throws why it could not. */
export const deliver = async (
  parcel: Parcel,
  {
    password,
    deps,
    ctx,
    signal,
  }: { password: string | null; deps: DeliverDeps; ctx: Context; signal: AbortSignal },
): Promise<void> => {
  try {
    if (parcel.to.kind === 'user') await byMail(parcel, deps, ctx, signal);
    else await toStorage(parcel, password, deps, ctx);
  } catch (error) {
    signal.throwIfAborted();
    throw reasonOf(error, parcel.to);
  }
};
