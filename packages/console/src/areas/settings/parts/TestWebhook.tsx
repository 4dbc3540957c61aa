import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Calls the webhook once with the form's values. */
export function TestWebhook({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  const test = async (body: Record<string, unknown>) =>
    (await http.call('POST /api/v1/settings/webhook/testing/', { body, disableFlashErrorMsg: true })).msg;
  return <TestButton toWire={toWire} test={test} />;
}
