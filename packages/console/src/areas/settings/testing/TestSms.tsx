import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Sends a code to the test phone by the provider of the panel with the form's values. */
export function TestSms({ toWire, category }: { toWire: ToWire; category: string }) {
  const http = useHttp();
  const params = { backend: category };
  return (
    <TestButton
      toWire={toWire}
      send={(options) => http.call('POST /api/v1/settings/sms/:backend/testing/', { params, ...options })}
    />
  );
}
