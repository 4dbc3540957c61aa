import { messageLogActions } from '@gatehouse/contract/actions/audits.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { implement } from '../../engine/actions/implement.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { publish } from '../../platform/events.ts';
import { sendAgain } from '../../resources/audits/messagelog/statements.ts';

/** Registers what can be done about the delivery of a message. */
export const addMessageLog = (ports: HttpPorts): void =>
  implement(ports, messageLogActions, {
    sendAgain: async ({ ctx, row }) => {
      const { id } = await row({ lock: true });
      if (!(await sendAgain(id, ctx.db)))
        throw new AppError('invalid', {}, { messageKey: 'cannot_send_again' });
      await publish(ctx.db, 'message_waiting');
      return { detail: 'ok' } as const;
    },
  });
