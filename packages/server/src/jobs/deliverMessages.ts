import { z } from 'zod';
import { type DeliverDeps, deliverMessages } from '../flows/notifications/deliver.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';

/**
 * Enqueued with each new site message while a channel is switched on, and run periodically for failed
 * deliveries.
 */
export const messageDelivery = defineJob({
  name: 'deliver_messages',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *' },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 30,
});

/** Also sends site messages by mail, where mail is set up. */
export const deliverMessagesJob = (deps: Omit<DeliverDeps, 'signal' | 'log'>): Job =>
  handleJob(messageDelivery, (_payload, run) =>
    deliverMessages({ ...deps, signal: run.signal, log: run.log }),
  );
