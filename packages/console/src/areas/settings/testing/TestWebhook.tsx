import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Calls the webhook once with the form's values. */
export function TestWebhook({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  return (
    <TestButton
      toWire={toWire}
      send={(options) => http.call('POST /api/v1/settings/webhook/testing/', options)}
    />
  );
}
