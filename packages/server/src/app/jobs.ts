import { emailOf } from '../flows/notifications/mail/email.ts';
import { mailFrameOf, siteUrlOf } from '../flows/notifications/messageSettings.ts';
import { webhook } from '../flows/notifications/webhook/webhook.ts';
import { createResetTokens, resetUrl } from '../flows/signIn/routes/resetToken.ts';
import { createDecisionLinks, decisionUrl } from '../flows/tickets/byLink/links.ts';
import { desertedConfirmations } from '../flows/tickets/confirmations/deserted.ts';
import { isAnyGone } from '../flows/tickets/confirmations/waiter.ts';
import { backUpJob } from '../jobs/backUp.ts';
import { backUpAccountsJob } from '../jobs/backUpAccounts.ts';
import { changeSecretJobs } from '../jobs/changeSecrets.ts';
import { checkComponentsJob } from '../jobs/checkComponents.ts';
import { cleanUpJob } from '../jobs/cleanUp.ts';
import { deliverMessagesJob, messageDelivery } from '../jobs/deliverMessages.ts';
import { disableUnusedUsersJob } from '../jobs/disableUnusedUsers.ts';
import { exportRowsJob } from '../jobs/exportRows.ts';
import { fetchPlaybookJob } from '../jobs/fetchPlaybook.ts';
import { gatherAccountsJob } from '../jobs/gatherAccounts.ts';
import { importRowsJob } from '../jobs/importRows.ts';
import { machineJobs, newAssetJobs } from '../jobs/machineWork.ts';
import { remindUsersJobs } from '../jobs/remindUsers.ts';
import { returnAccountsJobs } from '../jobs/returnAccounts.ts';
import { reviewAccessJob } from '../jobs/reviewAccess.ts';
import { runJob } from '../jobs/runJob.ts';
import { commandMove, replayMove, storageJobs } from '../jobs/storages.ts';
import { syncVaultJob } from '../jobs/syncVault.ts';
import { tidy, tidyJob } from '../jobs/tidy.ts';
import type { Job } from '../platform/jobs/defineJob.ts';
import { serverName } from '../platform/jobs/workers.ts';
import type { Services } from './services.ts';

/** Channels for messages besides the site message. */
const channelsOf = (services: Services) => [emailOf(() => mailFrameOf(services)), webhook];

/** All background jobs. Their statements have no time limit. */
export const everyJob = (services: Services): Job[] => {
  const deps = { ...services, db: services.unhurried };
  const resetTokens = createResetTokens(deps);
  const decisionLinks = createDecisionLinks(deps);
  const mail = {
    ...deps,
    channels: channelsOf(services),
    server: serverName,
    language: services.config.GATEHOUSE_LANGUAGE,
    siteUrl: () => siteUrlOf(services),
    passwordLink: async (userId: string) => {
      const site = siteUrlOf(services);
      return site && resetUrl(site, await resetTokens.make(userId, 'reset'));
    },
    decisionLink: async (userId: string, ticketId: string) => {
      const site = services.settings.get('TICKETS_DIRECT_APPROVE') ? siteUrlOf(services) : undefined;
      const token = site && (await decisionLinks.make(userId, ticketId));
      return token && decisionUrl(site, token);
    },
  };
  return [
    cleanUpJob(deps),
    tidyJob(deps),
    backUpJob(deps),
    backUpAccountsJob({ ...deps, frameOf: () => mailFrameOf(services) }),
    deliverMessagesJob(mail),
    checkComponentsJob(deps),
    ...remindUsersJobs(deps),
    disableUnusedUsersJob(deps),
    reviewAccessJob({
      ...deps,
      language: services.config.GATEHOUSE_LANGUAGE,
      zone: services.config.GATEHOUSE_TIME_ZONE,
    }),
    syncVaultJob(deps),
    ...machineJobs(deps),
    ...newAssetJobs(deps),
    ...changeSecretJobs({ ...deps, frameOf: () => mailFrameOf(services) }),
    ...returnAccountsJobs({ ...deps, frameOf: () => mailFrameOf(services) }),
    gatherAccountsJob(deps),
    runJob(deps),
    exportRowsJob(deps),
    importRowsJob(deps),
    fetchPlaybookJob(deps),
    ...storageJobs(deps),
  ];
};

/** Enqueues the delivery of new messages, if any channel is switched on. */
export const deliverAtOnce = (services: Services, failed: (error: unknown) => void): void => {
  const { events, jobs, settings, unhurried: db } = services;
  const channels = channelsOf(services);
  events.on('message_waiting', () => {
    if (channels.some((channel) => channel.isOn(settings)))
      void jobs.enqueue(messageDelivery, {}, { db }).catch(failed);
  });
};

/** Enqueues the moves of recordings and commands as soon as one belongs elsewhere. */
export const moveAtOnce = (services: Services, failed: (error: unknown) => void): void => {
  const { events, jobs, unhurried: db } = services;
  events.on('replays_to_move', () => void jobs.enqueue(replayMove, {}, { db }).catch(failed));
  events.on('commands_to_move', () => void jobs.enqueue(commandMove, {}, { db }).catch(failed));
};

/** Pause between two searches for requests that wait for a reviewer in vain, in milliseconds. */
const lookMs = 20_000;

/**
 * Enqueues the closing of requests that wait for a reviewer: at once for lost sessions, and within `everyMs` if no
 * reviewer is left or the browser is gone. Returns how to stop, which resolves once the search in progress has ended.
 */
export const closeAtOnce = (
  { events, jobs, cache, unhurried: db }: Services,
  failed: (error: unknown) => void,
  everyMs = lookMs,
): (() => Promise<void>) => {
  const close = () => jobs.enqueue(tidy, {}, { db });
  const look = async () => {
    if ((await isAnyGone({ db, cache })) || (await desertedConfirmations(db)).length > 0) await close();
  };
  const ignore = events.on('reviews_to_close', () => void close().catch(failed));
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(look).catch(failed);
  }, everyMs).unref();
  return () => {
    ignore();
    clearInterval(timer);
    return round;
  };
};
