import { defineActions } from '../call/defineActions.ts';
import { celerytaskexecution } from '../resources/ops/celerytaskexecution.ts';

export const taskExecutionActions = defineActions(celerytaskexecution, {
  stop: { summary: 'Stops a run on whichever server it is', errors: ['run_not_stoppable'] },
});
