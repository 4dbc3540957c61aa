import { email } from '../flows/notifications/email.ts';
import { cleanUpJob } from '../jobs/cleanUp.ts';
import { deliverMessagesJob, messageDelivery } from '../jobs/deliverMessages.ts';
import { runOnMachineJob } from '../jobs/runOnMachine.ts';
import { tidyJob } from '../jobs/tidy.ts';
import type { Job } from '../platform/jobs/defineJob.ts';
import type { Services } from './services.ts';

/** Channels for messages besides the site message. */
const channels = [email];

/** All background jobs. Their statements have no time limit. */
export const everyJob = (services: Services): Job[] => {
  const deps = { ...services, db: services.unhurried };
  const mail = {
    ...deps,
    channels,
    language: services.config.GATEHOUSE_LANGUAGE,
    siteUrl: () => services.settings.get('SITE_URL') || services.config.GATEHOUSE_SITE_URL,
  };
  return [cleanUpJob(deps), tidyJob(deps), deliverMessagesJob(mail), runOnMachineJob(deps)];
};

/** Enqueues the delivery of new messages, if any channel is switched on. */
export const deliverAtOnce = (services: Services, failed: (error: unknown) => void): void => {
  const { events, jobs, settings, unhurried: db } = services;
  events.on('message_waiting', () => {
    if (channels.some((channel) => channel.isOn(settings)))
      void jobs.enqueue(messageDelivery, {}, { db }).catch(failed);
  });
};
