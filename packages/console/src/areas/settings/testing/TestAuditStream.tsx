import { useHttp } from '../../../platform/Platform.tsx';
import type { ToWire } from '../ToWire.ts';
import { TestButton } from './TestButton.tsx';

/** Sends one test event with the form's values. */
export function TestAuditStream({ toWire }: { toWire: ToWire }) {
  const http = useHttp();
  return (
    <TestButton
      toWire={toWire}
      send={(options) => http.call('POST /api/v1/settings/audit-stream/testing/', options)}
    />
  );
}
